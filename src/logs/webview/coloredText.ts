import { createElement } from '../../editor/webview/dom.ts';
import { highlightMatches } from '../../editor/webview/highlightMatches.ts';
import { type AnsiStyle, parseAnsi } from '../ansi.ts';
import { findLinks, type LinkSpan } from './links.ts';

/**
 * A text with its ANSI colours as theme colours, and what `mark` (of flag g) matches highlighted. With `openLink`, web
 * addresses are links that call it.
 */
export function createColoredText(
  text: string,
  mark: RegExp | undefined,
  openLink?: (url: string) => void,
): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const spans = parseAnsi(text);
  // Colours may change within an address.
  const plain = openLink ? spans.map((span) => span.text).join('') : '';
  const links = findLinks(plain);
  let at = 0;
  let next = 0;
  for (const span of spans) {
    const parts: (Node | string)[] = [];
    const end = at + span.text.length;
    while (at < end) {
      while ((links[next]?.end ?? Infinity) <= at) next++;
      const link = links[next];
      const isIn = link !== undefined && link.start <= at;
      const until = Math.min(end, (isIn ? link.end : link?.start) ?? end);
      const piece = highlightMatches(span.text.slice(at - end, until - end || undefined), mark);
      if (isIn && openLink) parts.push(linkElement(plain, link, piece, openLink));
      else parts.push(...piece);
      at = until;
    }
    fragment.append(...(Object.keys(span.style).length === 0 ? parts : [styledElement(span.style, parts)]));
  }
  return fragment;
}

function linkElement(
  text: string,
  { start, end }: LinkSpan,
  parts: readonly (Node | string)[],
  openLink: (url: string) => void,
): HTMLElement {
  const url = text.slice(start, end);
  const made = createElement('a', '', { href: url, title: url }, ...parts);
  made.addEventListener('click', (event) => {
    event.preventDefault();
    // The editor's own answer to a click on a link would open it a second time.
    event.stopPropagation();
    openLink(url);
  });
  return made;
}

/** What ANSI codes look like; colours are those of the theme's terminal. */
const ansiCss = {
  bold: { fontWeight: 'bold' },
  dim: { opacity: '0.7' },
  italic: { fontStyle: 'italic' },
  underline: { textDecoration: 'underline' },
} as const;
const colors = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];

function styledElement(style: AnsiStyle, parts: readonly (Node | string)[]): HTMLElement {
  const { foreground, background, ...others } = style;
  const made = createElement('span', '', {}, ...parts);
  const colorOf = (index: number | undefined): string =>
    index === undefined ? '' : `var(--vscode-terminal-ansi${index < 8 ? '' : 'Bright'}${colors[index % 8]})`;
  Object.assign(made.style, { color: colorOf(foreground), backgroundColor: colorOf(background) });
  for (const name of Object.keys(others)) Object.assign(made.style, ansiCss[name as keyof typeof others]);
  return made;
}
