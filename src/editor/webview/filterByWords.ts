/** The parts of a list item that users can search. */
export interface FilterableItem {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly alwaysShow?: boolean | undefined;
  /** Absent or 0 for an item, and any other number for a separator. */
  readonly kind?: number | undefined;
}

/**
 * Filters items by the words of the entered text, and keeps their order. The editor filters by a single word itself. It
 * would find several words only next to each other, but here each word can be anywhere in an item. Items with
 * `alwaysShow` come last, so that Enter selects a match.
 */
export function filterByWords<T extends FilterableItem>(items: readonly T[], text: string): readonly T[] {
  const words = splitWords(text);
  if (words.length === 0) return items;
  const always = items.filter(({ alwaysShow }) => alwaysShow);
  const others = items.filter(({ alwaysShow }) => !alwaysShow);
  if (words.length === 1) return [...others, ...always];
  const found = others.filter(({ label, description = '', detail = '', kind = 0 }) => {
    if (kind !== 0) return false;
    const text = `${label}\n${description}\n${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return [...found.map((item) => ({ ...item, alwaysShow: true })), ...always];
}

/**
 * Returns a function that checks whether a text contains every word of the entered text, in any letter case and order.
 */
export function createWordMatcher(text: string): (text: string) => boolean {
  const words = splitWords(text);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
