/** What of a line can be found by typing. */
export interface FilterableItem {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly alwaysShow?: boolean | undefined;
  /** Absent or 0: a line to pick; else one between them. */
  readonly kind?: number | undefined;
}

/**
 * The lines for what is typed, in their order. One word is left to the editor; of several, which the editor would only
 * find side by side, each has to be somewhere in a line. What is always shown comes last, so that Enter takes a match.
 */
export function filterByWords<T extends FilterableItem>(lines: readonly T[], typed: string): readonly T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return lines;
  const always = lines.filter(({ alwaysShow }) => alwaysShow);
  const others = lines.filter(({ alwaysShow }) => !alwaysShow);
  if (words.length === 1) return [...others, ...always];
  const found = others.filter(({ label, description = '', detail = '', kind = 0 }) => {
    if (kind !== 0) return false;
    const text = `${label}\n${description}\n${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return [...found.map((line) => ({ ...line, alwaysShow: true })), ...always];
}
