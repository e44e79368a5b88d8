import { type PatternNode, parsePattern } from '../schema/parsePattern.ts';

/** Maximum number of alternatives in a pattern. Each choice between two alternatives can double the time. */
const maxAlternatives = 10;

/**
 * Whether a backtracking engine matches a pattern in linear time: the pattern begins with `^`, and repeats at most one part a variable
 * number of times. This part contains no other repetitions and no alternatives.
 */
export function isLinearTimePattern(source: string): boolean {
  let repetitionCount = 0;
  let alternativeCount = 0;

  function isLinear(node: PatternNode, isRepeated: boolean): boolean {
    switch (node.kind) {
      case 'character':
      case 'assertion':
        return true;
      case 'sequence':
        return node.parts.every((part) => isLinear(part, isRepeated));
      case 'choice':
        alternativeCount += node.options.length;
        return !isRepeated && node.options.every((option) => isLinear(option, false));
      case 'repeat': {
        const { min, max, part } = node;
        if (max === min) return max <= 1000 && isLinear(part, true);
        if (max === 1) alternativeCount += 2;
        else repetitionCount += 1;
        return !isRepeated && isLinear(part, max > 1);
      }
      case 'lookaround':
        return false;
    }
  }

  try {
    const node = parsePattern(source);
    return (
      beginsAtStart(node) &&
      isLinear(node, false) &&
      repetitionCount <= 1 &&
      alternativeCount <= maxAlternatives
    );
  } catch {
    return false;
  }
}

function beginsAtStart(node: PatternNode): boolean {
  const first = node.kind === 'sequence' ? node.parts[0] : undefined;
  return first?.kind === 'assertion' && first.assertion === 'start';
}
