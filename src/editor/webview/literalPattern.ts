/**
 * Creates an expression that matches these literal texts, the longest first, or `undefined` if there are none. Without
 * the flag `u`, so that matches in another letter case have the same length.
 */
export function createLiteralPattern(texts: readonly string[], isCaseSensitive: boolean): RegExp | undefined {
  const literals = texts.filter((text) => text !== '').sort((a, b) => b.length - a.length);
  if (literals.length === 0) return undefined;
  const source = literals.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  return new RegExp(source, isCaseSensitive ? 'g' : 'gi');
}
