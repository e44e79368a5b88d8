import { createElement } from './dom.ts';

/** Splits a text into plain texts, and `mark` elements for the matches of `pattern`, which must have the flag `g`. */
export function highlightMatches(text: string, pattern: RegExp | undefined): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { 0: match, index } of pattern ? text.matchAll(pattern) : []) {
    if (index > end) parts.push(text.slice(end, index));
    end = index + match.length;
    parts.push(createElement('mark', '', {}, match));
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
