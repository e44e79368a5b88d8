import { createLiteralPattern } from '../../editor/webview/literalPattern.ts';
import type { TextQuery } from '../../editor/webview/textQuery.ts';
import type { ItemCache } from './itemCache.ts';

/** Maximum length of a highlighted text. Engines reject patterns with more than 32,767 characters. */
const maxPatternLength = 1000;

/**
 * Creates a function that returns the pattern to highlight in the item with an ID: the search text, or the matches of a
 * regular expression.
 */
export function createHighlighter(
  items: Pick<ItemCache, 'matchesOf'>,
  find: () => TextQuery,
): (id: number) => RegExp | undefined {
  let known: { readonly find: TextQuery; readonly pattern: RegExp | undefined } | undefined;
  return (id) => {
    const wanted = find();
    if (wanted.isRegex) return createLiteralPattern(items.matchesOf(id), true);
    if (known?.find !== wanted) {
      known = {
        find: wanted,
        pattern: createLiteralPattern(
          [wanted.text.trim().slice(0, maxPatternLength)],
          wanted.isCaseSensitive,
        ),
      };
    }
    return known.pattern;
  };
}
