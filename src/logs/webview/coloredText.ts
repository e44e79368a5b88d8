import { createElement } from '../../editor/webview/dom.ts';
import { highlightMatches } from '../../editor/webview/highlightMatches.ts';
import { createLinkElement, findLinks } from '../../editor/webview/links.ts';
import { type AnsiStyle, parseAnsi } from '../ansi.ts';

/**
 * Converts a text with ANSI colors to elements with theme colors, and highlights the matches of `highlight`, which has
 * the flag g. With `hasLinks`, URLs become links.
 */
export function createColoredText(
  text: string,
  highlight: RegExp | undefined,
  hasLinks = false,
): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const spans = parseAnsi(text);
  // URLs are found in the text of all spans together, because the color can change within a URL.
  const plainText = hasLinks ? spans.map((span) => span.text).join('') : '';
  const links = findLinks(plainText);
  let position = 0;
  let linkIndex = 0;
  for (const span of spans) {
    const parts: (Node | string)[] = [];
    const end = position + span.text.length;
    while (position < end) {
      while ((links[linkIndex]?.end ?? Infinity) <= position) linkIndex++;
      const link = links[linkIndex];
      const isInLink = link !== undefined && link.start <= position;
      const until = Math.min(end, (isInLink ? link.end : link?.start) ?? end);
      const piece = highlightMatches(span.text.slice(position - end, until - end || undefined), highlight);
      if (isInLink) parts.push(createLinkElement(plainText.slice(link.start, link.end), piece));
      else parts.push(...piece);
      position = until;
    }
    fragment.append(
      ...(Object.keys(span.style).length === 0 ? parts : [createStyledElement(span.style, parts)]),
    );
  }
  return fragment;
}

/** The CSS of ANSI styles. Colors are those of the terminal in the theme. */
const ansiCss = {
  bold: { fontWeight: 'bold' },
  dim: { opacity: '0.7' },
  italic: { fontStyle: 'italic' },
  underline: { textDecoration: 'underline' },
} as const;
const colors = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];

function createStyledElement(style: AnsiStyle, parts: readonly (Node | string)[]): HTMLElement {
  const { foreground, background, ...others } = style;
  const element = createElement('span', '', {}, ...parts);
  const toCssColor = (index: number): string =>
    `var(--vscode-terminal-ansi${index < 8 ? '' : 'Bright'}${colors[index % 8]})`;
  if (background !== undefined) element.style.backgroundColor = toCssColor(background);
  if (foreground !== undefined) {
    const color = toCssColor(foreground);
    // Terminals raise the contrast of such colors. The red of the default theme is hard to read on its background.
    element.style.color = background === undefined ? `color-mix(in srgb, ${color} 70%, currentcolor)` : color;
  }
  for (const name of Object.keys(others)) Object.assign(element.style, ansiCss[name as keyof typeof others]);
  return element;
}
