/**
 * Returns a function that checks whether a text contains every word of the entered text, in any letter case and order.
 */
export function createWordMatcher(typed: string): (text: string) => boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
