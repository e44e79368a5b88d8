/**
 * Whether a text matches a pattern with `*` (any characters) and `?` (one character). The run time is at most the
 * product of both lengths.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const [signs, letters] = [[...pattern], [...text]];
  let [sign, letter] = [0, 0];
  /** The last `*`, and the start of the letters after those that it matches. */
  let star: { readonly sign: number; letter: number } | undefined;
  while (letter < letters.length) {
    if (signs[sign] === '*') {
      star = { sign, letter };
      sign += 1;
    } else if (sign < signs.length && (signs[sign] === '?' || signs[sign] === letters[letter])) {
      sign += 1;
      letter += 1;
    } else if (star) {
      // Lets `*` match one more letter.
      star.letter += 1;
      [sign, letter] = [star.sign + 1, star.letter];
    } else return false;
  }
  return signs.slice(sign).every((rest) => rest === '*');
}
