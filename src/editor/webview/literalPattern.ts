/**
 * Creates a regular expression that matches these literal texts, and prefers the longest one. Returns `undefined` if
 * all texts are empty. The expression doesn't have the flag `u`, so that a match in another letter case has the same
 * length.
 */
export function createLiteralPattern(texts: readonly string[], isCaseSensitive: boolean): RegExp | undefined {
  const literals = texts.filter((text) => text !== '').sort((a, b) => b.length - a.length);
  if (literals.length === 0) return undefined;
  const source = literals.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  return new RegExp(source, isCaseSensitive ? 'g' : 'gi');
}
