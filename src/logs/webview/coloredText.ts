import { createElement } from '../../editor/webview/dom.ts';
import { highlightMatches } from '../../editor/webview/highlightMatches.ts';
import { type AnsiStyle, parseAnsi } from '../ansi.ts';
import { findLinks, type LinkSpan } from './links.ts';

/**
 * Converts a text with ANSI colors to elements with theme colors, and highlights matches of `mark` (with the flag g).
 * With `openLink`, URLs become links.
 */
export function createColoredText(
  text: string,
  mark: RegExp | undefined,
  openLink?: (url: string) => void,
): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const spans = parseAnsi(text);
  // The color can change within a URL.
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
    // The editor would handle the click on a link as well and open it again.
    event.stopPropagation();
    openLink(url);
  });
  return made;
}

/** The CSS of ANSI styles. Colors are those of the terminal in the theme. */
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
