import { createLiteralPattern } from '../webview/literalPattern.ts';
import type { TextQuery } from '../webview/textQuery.ts';
import type { TextMatcher } from './batch.ts';

/** Creates a matcher for a literal text, which is trimmed. It uses the fast string search of the JavaScript engine. */
export function createLiteralMatcher({ text, isCaseSensitive }: TextQuery): TextMatcher {
  const literal = text.trim();
  const findNext = isCaseSensitive
    ? (source: string, from: number) => source.indexOf(literal, from)
    : createCaseInsensitiveSearch(literal);
  return {
    testOne: (text) => findNext(text, 0) >= 0,
    test({ text: source, bounds }) {
      const hits = new Uint8Array(bounds.length - 1);
      let row = 0;
      let position = findNext(source, 0);
      while (position >= 0) {
        while (row < hits.length && (bounds[row + 1] ?? 0) <= position) row++;
        if (row === hits.length) break;
        // A match that extends into the next text doesn't count. Later matches that start in this text would also
        // extend into the next one, because all matches have the same length.
        if (position + literal.length <= (bounds[row + 1] ?? 0)) hits[row] = 1;
        row++;
        position = findNext(source, bounds[row] ?? source.length);
      }
      return hits;
    },
    dispose: () => undefined,
  };
}

/**
 * Creates a case-insensitive `indexOf`. Converting the texts to lowercase first would be slower, and can change their
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
