/** The fields of a list item that users can search. */
export interface FilterableItem {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly alwaysShow?: boolean | undefined;
  /** As in `vscode.QuickPickItem`: 0 or absent for an item, another number for a separator. */
  readonly kind?: number | undefined;
}

/**
 * Filters the items of a list in the editor by the words of the entered text, which can be anywhere in an item. The
 * editor would find several words only next to each other. A single word isn't filtered here, because the editor does
 * that. The order of the items is kept, but items with `alwaysShow` are last, so that Enter selects a match.
 */
export function filterByWords<T extends FilterableItem>(items: readonly T[], text: string): readonly T[] {
  const words = splitWords(text);
  if (words.length === 0) return items;
  const alwaysShown = items.filter(({ alwaysShow }) => alwaysShow);
  const others = items.filter(({ alwaysShow }) => !alwaysShow);
  if (words.length === 1) return [...others, ...alwaysShown];
  const matches = others.filter(createItemMatcher(text));
  return [...matches.map((item) => ({ ...item, alwaysShow: true })), ...alwaysShown];
}

/**
 * Creates a function that returns whether the editor shows an item for the entered text: the item is always shown, or
 * contains every word. False for a separator.
 */
export function createItemMatcher(enteredText: string): (item: FilterableItem) => boolean {
  const isMatch = createWordMatcher(enteredText);
  return ({ label, description = '', detail = '', alwaysShow = false, kind = 0 }) =>
    kind === 0 && (alwaysShow || isMatch(`${label}\n${description}\n${detail}`));
}

/**
 * Creates a function that returns whether a text contains every word of the entered text, in any letter case and order.
 */
export function createWordMatcher(enteredText: string): (text: string) => boolean {
  const words = splitWords(enteredText);
  return (text) => {
    const lowercaseText = text.toLowerCase();
    return words.every((word) => lowercaseText.includes(word));
  };
}

export function splitWords(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
