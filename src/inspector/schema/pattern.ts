import { type Budget, spend } from './budget.ts';
import { type PatternAssertion, type PatternNode, parsePattern } from './parsePattern.ts';

/**
 * A regular expression from a server, which is matched with bounded cost: all paths through the expression are followed at the same
 * time, one character after the other, so there is no backtracking. RE2 in JavaScript (re2js) does the same, but it doesn't support
 * lookahead, which patterns in JSON Schemas use, and it is as large as the whole page that needs it.
 */
export interface CompiledPattern {
  readonly program: readonly Instruction[];
  /** The index of the first instruction. */
  readonly start: number;
}

type Instruction =
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly next: number }
  | { readonly kind: 'assertion'; readonly assertion: PatternAssertion; readonly next: number }
  | { readonly kind: 'branch'; readonly next: readonly number[] }
  | {
      readonly kind: 'lookaround';
      readonly start: number;
      readonly isLookbehind: boolean;
      readonly isNegated: boolean;
      readonly next: number;
    }
  | { readonly kind: 'end' };

type CharacterInstruction = Instruction & { readonly kind: 'character' };
type CharacterTest = (character: string) => boolean;

/** Number of steps for creating an instruction, which takes memory. */
const instructionCost = 10;
/** Number of steps for a character class, which the JavaScript engine compiles. */
const classCost = 500;

/** Whether a string is a regular expression, by default in Unicode mode, which JSON Schema recommends. */
export function isRegularExpression(source: string, flags = 'u'): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

/** Compiles a string that `isRegularExpression` accepts. Throws a `TooComplexError` if it can't be matched with bounded cost. */
export function compilePattern(source: string, budget: Budget): CompiledPattern {
  spend(budget, source.length);
  const program: Instruction[] = [];
  const tests = new Map<string, CharacterTest>();

  function add(instruction: Instruction): number {
    spend(budget, instructionCost);
    return program.push(instruction) - 1;
  }

  function getCharacterTest(source: string): CharacterTest {
    const test = tests.get(source) ?? createCharacterTest(source, budget);
    tests.set(source, test);
    return test;
  }

  /** Adds the instructions of a node, which continue with the instruction at the index `next`. Returns the index of the first one. */
  function compile(node: PatternNode, next: number): number {
    spend(budget);
    switch (node.kind) {
      case 'character':
        return add({ kind: 'character', test: getCharacterTest(node.source), next });
      case 'assertion':
        return add({ kind: 'assertion', assertion: node.assertion, next });
      case 'sequence':
        return node.parts.reduceRight((after, part) => compile(part, after), next);
      case 'choice':
        return add({ kind: 'branch', next: node.options.map((option) => compile(option, next)) });
      case 'lookaround': {
        const { isLookbehind, isNegated } = node;
        return add({ kind: 'lookaround', start: compile(node.part, end), isLookbehind, isNegated, next });
      }
      case 'repeat':
        return compileRepeat(node, next);
    }
  }

  function compileRepeat(
    { part, min, max }: PatternNode & { readonly kind: 'repeat' },
    next: number,
  ): number {
    let start = next;
    if (max === Number.POSITIVE_INFINITY) {
      const targets: number[] = [];
      start = add({ kind: 'branch', next: targets });
      targets.push(compile(part, start), next);
    } else {
      for (let count = min; count < max; count += 1) {
        start = add({ kind: 'branch', next: [compile(part, start), next] });
      }
    }
    for (let count = 0; count < min; count += 1) start = compile(part, start);
    return start;
  }

  const end = add({ kind: 'end' });
  return { program, start: compile(parsePattern(source), end) };
}

/** Creates a function that tests a single character, for which the JavaScript engine can't take long. */
function createCharacterTest(source: string, budget: Budget): CharacterTest {
  const isLiteral = source !== '.' && !/^[\\[]/u.test(source);
  if (isLiteral) return (character) => character === source;
  spend(budget, classCost + source.length);
  const expression = new RegExp(`^${source}$`, 'u');
  const results = new Map<string, boolean>();
  return (character) => {
    const result = results.get(character) ?? expression.test(character);
    results.set(character, result);
    return result;
  };
}

/**
 * Whether a pattern matches anywhere in a text, like `RegExp.prototype.test`. Throws a `TooComplexError` once the budget is used up.
 */
export function matchesPattern({ program, start }: CompiledPattern, text: string, budget: Budget): boolean {
  spend(budget, text.length);
  const characters = [...text];

  const isWordCharacter = (position: number): boolean => /^\w$/.test(characters[position] ?? '');

  function isAssertionMet(assertion: PatternAssertion, position: number): boolean {
    switch (assertion) {
      case 'start':
        return position === 0;
      case 'end':
        return position === characters.length;
      default:
        return (isWordCharacter(position - 1) === isWordCharacter(position)) === (assertion === 'noBoundary');
    }
  }

  /** Follows instructions until each path reaches a character, or the end of the expression. */
  function follow(
    from: number[],
    position: number,
  ): { readonly characterInstructions: readonly CharacterInstruction[]; readonly isAtEnd: boolean } {
    const visited = new Set<number>();
    const characterInstructions: CharacterInstruction[] = [];
    let isAtEnd = false;
    for (let index = from.pop(); index !== undefined; index = from.pop()) {
      const instruction = program[index];
      if (!instruction || visited.has(index)) continue;
      visited.add(index);
      spend(budget);
      if (instruction.kind === 'character') characterInstructions.push(instruction);
      else if (instruction.kind === 'end') isAtEnd = true;
      else if (instruction.kind === 'branch') for (const next of instruction.next) from.push(next);
      else if (canPass(instruction, position)) from.push(instruction.next);
    }
    return { characterInstructions, isAtEnd };
  }

  function canPass(
    instruction: Instruction & { readonly kind: 'assertion' | 'lookaround' },
    position: number,
  ): boolean {
    if (instruction.kind === 'assertion') return isAssertionMet(instruction.assertion, position);
    const { start: first, isLookbehind, isNegated } = instruction;
    const isFound = isLookbehind
      ? isMatch(first, { from: 0, to: position, isAnywhere: true })
      : isMatch(first, { from: position });
    return isFound !== isNegated;
  }

  /**
   * Whether a match begins at `from` or, with `isAnywhere`, at any later position. `to`: where the match must end; anywhere
   * by default.
   */
  function isMatch(
    first: number,
    { from, to, isAnywhere = false }: { from: number; to?: number; isAnywhere?: boolean },
  ): boolean {
    let next = [first];
    for (let position = from; ; position += 1) {
      if (isAnywhere && position > from) next.push(first);
      const { characterInstructions, isAtEnd } = follow(next, position);
      if (isAtEnd && (to === undefined || position === to)) return true;
      if (position >= (to ?? characters.length) || (!isAnywhere && characterInstructions.length === 0))
        return false;
      next = [];
      for (const { test, next: after } of characterInstructions) {
        spend(budget);
        if (test(characters[position] ?? '')) next.push(after);
      }
    }
  }

  return isMatch(start, { from: 0, isAnywhere: true });
}
