import { type PatternNode, parsePattern } from '../schema/parsePattern.ts';

/** Alternatives that may follow each other: each may double the time. */
const maxAlternatives = 10;

/**
 * Whether an engine that goes back takes time that grows no faster than the text: the pattern begins at the start of the text,
 * and has at most one part that repeats, without anything in it that repeats or has alternatives.
 */
export function isLinearTimePattern(source: string): boolean {
  let loops = 0;
  let options = 0;

  function isQuick(node: PatternNode, isRepeated: boolean): boolean {
    switch (node.kind) {
      case 'character':
      case 'assertion':
        return true;
      case 'sequence':
        return node.parts.every((part) => isQuick(part, isRepeated));
      case 'choice':
        options += node.options.length;
        return !isRepeated && node.options.every((option) => isQuick(option, false));
      case 'repeat': {
        const { min, max, part } = node;
        if (max === min) return max <= 1000 && isQuick(part, true);
        if (max === 1) options += 2;
        else loops += 1;
        return !isRepeated && isQuick(part, max > 1);
      }
      case 'look':
        return false;
    }
  }

  try {
    const node = parsePattern(source);
    return beginsAtStart(node) && isQuick(node, false) && loops <= 1 && options <= maxAlternatives;
  } catch {
    return false;
  }
}

function beginsAtStart(node: PatternNode): boolean {
  const first = node.kind === 'sequence' ? node.parts[0] : undefined;
  return first?.kind === 'assertion' && first.assertion === 'start';
}
