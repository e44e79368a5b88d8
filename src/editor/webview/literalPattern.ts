/**
 * An expression that matches these texts as they stand, the longest first; undefined for none. Without the flag u
 * characters are compared one by one, so that a match in another case is as long as the text.
 */
export function createLiteralPattern(texts: readonly string[], isCaseSensitive: boolean): RegExp | undefined {
  const wanted = texts.filter((text) => text !== '').sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return undefined;
  const source = wanted.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  return new RegExp(source, isCaseSensitive ? 'g' : 'gi');
}
