import { createElement } from './dom.ts';

/** Splits a text into plain texts and `mark` elements for the matches of `mark` (with flag `g`). */
export function highlightMatches(text: string, mark: RegExp | undefined): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { 0: found, index } of mark ? text.matchAll(mark) : []) {
    if (index > end) parts.push(text.slice(end, index));
    end = index + found.length;
    parts.push(createElement('mark', '', {}, found));
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
