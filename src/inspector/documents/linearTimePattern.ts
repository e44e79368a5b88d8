import { type PatternNode, parsePattern } from '../schema/parsePattern.ts';

/** Number of alternatives in sequence, each of which can double the time. */
const maxAlternatives = 10;

/**
 * Whether a backtracking engine matches a pattern in linear time: the pattern begins at the start of the text, and at most one part repeats,
 * which contains no repetitions or alternatives.
 */
export function isLinearTimePattern(source: string): boolean {
  let loops = 0;
  let options = 0;

  function isLinear(node: PatternNode, isRepeated: boolean): boolean {
    switch (node.kind) {
      case 'character':
      case 'assertion':
        return true;
      case 'sequence':
        return node.parts.every((part) => isLinear(part, isRepeated));
      case 'choice':
        options += node.options.length;
        return !isRepeated && node.options.every((option) => isLinear(option, false));
      case 'repeat': {
        const { min, max, part } = node;
        if (max === min) return max <= 1000 && isLinear(part, true);
        if (max === 1) options += 2;
        else loops += 1;
        return !isRepeated && isLinear(part, max > 1);
      }
      case 'look':
        return false;
    }
  }

  try {
    const node = parsePattern(source);
    return beginsAtStart(node) && isLinear(node, false) && loops <= 1 && options <= maxAlternatives;
  } catch {
    return false;
  }
}

function beginsAtStart(node: PatternNode): boolean {
  const first = node.kind === 'sequence' ? node.parts[0] : undefined;
  return first?.kind === 'assertion' && first.assertion === 'start';
}
