/** An environment, by what a person sees of it. */
export interface Place {
  readonly environmentName: string;
  /** Absent: the service does not say. */
  readonly projectName?: string | undefined;
}

/**
 * The first of these patterns that protects an environment. A pattern is matched with its name, or with `project/name`.
 * Where the project is not known, the name alone decides: better too careful than not.
 */
export function protectingPattern(
  patterns: readonly string[],
  { environmentName, projectName }: Place,
): string | undefined {
  return patterns.find((pattern) => {
    if (matchesGlob(pattern, environmentName)) return true;
    const slash = pattern.lastIndexOf('/');
    if (slash < 0) return false;
    return projectName === undefined
      ? matchesGlob(pattern.slice(slash + 1), environmentName)
      : matchesGlob(pattern, `${projectName}/${environmentName}`);
  });
}

/** The patterns among what settings hold, whatever is written there; each once. */
export function patternsIn(...values: readonly unknown[]): readonly string[] {
  const texts = values
    .flatMap((value) => (Array.isArray(value) ? value : []))
    .filter((one) => typeof one === 'string')
    .map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== '');
}

/** `*` stands for any characters, `?` for one; letter case does not matter. Its time is at most that of the two lengths multiplied. */
export function matchesGlob(pattern: string, text: string): boolean {
  const [signs, letters] = [folded(pattern), folded(text)];
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

function folded(text: string): readonly string[] {
  return [...text.normalize('NFC').toLowerCase()];
}
