import { createElement } from './dom.ts';

/** A URL in a text, from `start` up to but not including `end`. */
export interface LinkSpan {
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a URL. Longer ones are data, which no browser accepts. */
const maxLinkLength = 8_000;

const linkStart = /https?:\/\/(?=[\p{L}\p{N}[])/giu;
/** Characters that end a URL: those that RFC 3986 excludes, and brackets and punctuation of other scripts. */
const linkEnd = /[\s\p{Cc}<>"`{}|\\^…、。「」『』【】〈〉《》“”‘’«»，．：；！？（）［］｛｝]/gu;
/** A URL in single quotation marks ends with the closing one. Elsewhere, an apostrophe is a part of it. */
const quotedLinkEnd = new RegExp(`'|${linkEnd.source}`, 'gu');
/** Characters that belong to the sentence around a URL if they are at its end. */
const trailing = new Set(".,;:!?'*_~&)]");

/**
 * Finds up to `limit` URLs in a text, without the punctuation after them, and with closing brackets only if the URL
 * contains the opening ones. Takes linear time.
 */
export function findLinks(text: string, limit = 1_000): readonly LinkSpan[] {
  const links: LinkSpan[] = [];
  linkStart.lastIndex = 0;
  for (let match = linkStart.exec(text); match && links.length < limit; match = linkStart.exec(text)) {
    const start = match.index;
    const run = findRunEnd(text, linkStart.lastIndex, text[start - 1] === "'" ? quotedLinkEnd : linkEnd);
    linkStart.lastIndex = run;
    const end = trimLink(text, start, run);
    if (end - start <= maxLinkLength) links.push({ start, end });
  }
  return links;
}

function findRunEnd(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function trimLink(text: string, start: number, run: number): number {
  const open = { ')': 0, ']': 0 };
  for (let index = start; index < run; index++) {
    const character = text[index];
    if (character === '(') open[')']++;
    else if (character === ')') open[')']--;
    else if (character === '[') open[']']++;
    else if (character === ']') open[']']--;
  }
  let end = run;
  for (; end > start; end--) {
    const last = text[end - 1] ?? '';
    if (!trailing.has(last)) break;
    if (last !== ')' && last !== ']') continue;
    if (open[last] >= 0) break;
    open[last]++;
  }
  return end;
}

/** The event with which a link asks its page to open a URL. */
const linkEvent = 'openLink';

/** Creates a link. The extension host opens its URL, because a page can't ask the user whether to trust it. */
export function createLinkElement(url: string, parts: readonly (Node | string)[]): HTMLAnchorElement {
  const link = createElement('a', '', { href: url, title: url }, ...parts);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    // The editor would handle the click on a link as well and open it again.
    event.stopPropagation();
    link.dispatchEvent(new CustomEvent(linkEvent, { bubbles: true, detail: url }));
  });
  return link;
}

/** Calls `open` with the URL of a link of the page that the user has selected. */
export function listenToLinks(open: (url: string) => void): void {
  document.addEventListener(linkEvent, ({ detail }: CustomEventInit<unknown>) => {
    if (typeof detail === 'string') open(detail);
  });
}
