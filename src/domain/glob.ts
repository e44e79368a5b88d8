/**
 * Whether a text matches a pattern with `*` (any characters) and `?` (one character). The run time is at most
 * proportional to the product of both lengths.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const patternCharacters = [...pattern];
  const textCharacters = [...text];
  let patternIndex = 0;
  let textIndex = 0;
  /** The index of the last `*`, and the index after the characters that it matches so far. */
  let star: { readonly patternIndex: number; textIndex: number } | undefined;
  while (textIndex < textCharacters.length) {
    const expected = patternCharacters[patternIndex];
    if (expected === '*') {
      star = { patternIndex, textIndex };
      patternIndex += 1;
    } else if (expected !== undefined && (expected === '?' || expected === textCharacters[textIndex])) {
      patternIndex += 1;
      textIndex += 1;
    } else if (star) {
      // Lets `*` match one more character.
      star.textIndex += 1;
      patternIndex = star.patternIndex + 1;
      textIndex = star.textIndex;
    } else return false;
  }
  return patternCharacters.slice(patternIndex).every((character) => character === '*');
}
