import { createLiteralPattern } from '../webview/literalPattern.ts';
import type { TextQuery } from '../webview/textQuery.ts';
import type { TextMatcher } from './batch.ts';

/** Creates a matcher for a literal text, trimmed, with the engine's own string search. */
export function createLiteralMatcher({ text, isCaseSensitive }: TextQuery): TextMatcher {
  const literal = text.trim();
  const next = isCaseSensitive
    ? (source: string, from: number) => source.indexOf(literal, from)
    : createCaseInsensitiveSearch(literal);
  return {
    testOne: (text) => next(text, 0) >= 0,
    test({ text: source, bounds }) {
      const hits = new Uint8Array(bounds.length - 1);
      let row = 0;
      for (let at = next(source, 0); at >= 0; at = next(source, bounds[row] ?? source.length)) {
        while (row < hits.length && (bounds[row + 1] ?? 0) <= at) row++;
        if (row === hits.length) break;
        // All matches have the same length: if this one crosses the end of the row, so do all later ones that start in
        // it.
        if (at + literal.length <= (bounds[row + 1] ?? 0)) hits[row] = 1;
        row++;
      }
      return hits;
    },
    dispose: () => undefined,
  };
}

/**
 * Creates a case-insensitive `indexOf`. Converting the texts to lower case first would be slower, and can change their
 * length.
 */
function createCaseInsensitiveSearch(literal: string): (source: string, from: number) => number {
  const pattern = createLiteralPattern([literal], false);
  return (source, from) => {
    if (!pattern) return -1;
    pattern.lastIndex = from;
    return pattern.test(source) ? pattern.lastIndex - literal.length : -1;
  };
}
