import { createLiteralPattern } from '../../editor/webview/literalPattern.ts';
import type { TextQuery } from '../../editor/webview/textQuery.ts';
import type { ItemCache } from './itemCache.ts';

/** Characters of a text that are marked: an expression of more than 32,767 is none for the engine. */
const maxPatternLength = 1000;

/** Tells what is highlighted in an item, by its id: the text that is looked for, or what a regular expression matches. */
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
