/** Patterns of others: an expression can take forever on a text, and nothing can stop it. */

export function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return source.isWellFormed();
  } catch {
    return false;
  }
}

/**
 * Whether a pattern may be tried on texts of a length. One that repeats what itself repeats or has alternatives may take
 * twice as long with each character, and any other may take the square.
 */
export function isQuickPattern(source: string, length: number): boolean {
  if (length <= 24) return true;
  return length <= 5_000 && !repeatsWithin(source);
}

function repeatsWithin(source: string): boolean {
  const bare = source.replaceAll(/\\./gsu, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  /** Of each group that is open: whether anything in it repeats, or has alternatives. */
  const open: boolean[] = [false];
  for (let index = 0; index < bare.length; index++) {
    const character = bare[index] ?? '';
    if (character === '(') open.push(false);
    else if (character === ')') {
      const isLoose = open.pop() ?? false;
      if (isLoose && /^(?:[*+]|\{\d+,?\d*\})/.test(bare.slice(index + 1, index + 20))) return true;
      if (isLoose) open[open.length - 1] = true;
    } else if (/[*+{|]/.test(character) || (character === '?' && bare[index - 1] !== '(')) {
      open[open.length - 1] = true;
    }
  }
  return false;
}
