/** Where an address stands in a text: from `start` up to `end`, not included. */
export interface LinkSpan {
  readonly start: number;
  readonly end: number;
}

/** Longer ones are data, and no address that a browser would take. */
const maxLinkLength = 8_000;

const linkStart = /https?:\/\/(?=[\p{L}\p{N}[])/giu;
/** What RFC 3986 leaves out of addresses, and the brackets and full stops of other scripts. */
const linkEnd = /[\s\p{Cc}<>"`{}|\\^…、。「」『』【】〈〉《》“”‘’«»，．：；！？（）［］｛｝]/gu;
/** An address within single quotes ends where they do; elsewhere an apostrophe is part of it. */
const quotedLinkEnd = new RegExp(`'|${linkEnd.source}`, 'gu');
/** At the end of an address, these are of the sentence round it. */
const trailing = new Set(".,;:!?'*_~&)]");

/**
 * The web addresses in a text, as a reader sees them: without the punctuation that follows, and with closing brackets
 * only where they were opened. Looks at each character a fixed number of times. At most `limit` of them.
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
  for (let at = start; at < run; at++) {
    const character = text[at];
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
