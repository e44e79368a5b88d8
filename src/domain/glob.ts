/** Whether `*`, any characters, and `?`, one, make a pattern into a text. Takes at most the two lengths multiplied. */
export function matchesGlob(pattern: string, text: string): boolean {
  const [signs, letters] = [[...pattern], [...text]];
  let [sign, letter] = [0, 0];
  /** The last star, and where the letters begin that follow what it stands for. */
  let star: { readonly sign: number; letter: number } | undefined;
  while (letter < letters.length) {
    if (signs[sign] === '*') {
      star = { sign, letter };
      sign += 1;
    } else if (sign < signs.length && (signs[sign] === '?' || signs[sign] === letters[letter])) {
      sign += 1;
      letter += 1;
    } else if (star) {
      // It stands for one more.
      star.letter += 1;
      [sign, letter] = [star.sign + 1, star.letter];
    } else return false;
  }
  return signs.slice(sign).every((rest) => rest === '*');
}
