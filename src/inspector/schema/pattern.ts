import { type Budget, spend } from './budget.ts';
import { type PatternAssertion, type PatternNode, parsePattern } from './parsePattern.ts';

/**
 * A regular expression from a server, which is matched with bounded cost: all paths through the expression are followed at the same
 * time, one character after the other, so there is no backtracking. RE2 in JavaScript (re2js) does the same, but it doesn't support
 * lookahead, which patterns in JSON Schemas use, and it is as large as the whole page that needs it.
 */
export interface CompiledPattern {
  readonly program: readonly Instruction[];
  readonly start: number;
}

type Instruction =
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly next: number }
  | { readonly kind: 'assertion'; readonly assertion: PatternAssertion; readonly next: number }
  | { readonly kind: 'branch'; readonly next: readonly number[] }
  | {
      readonly kind: 'look';
      readonly start: number;
      readonly isBehind: boolean;
      readonly isNegated: boolean;
      readonly next: number;
    }
  | { readonly kind: 'end' };

type CharacterInstruction = Instruction & { readonly kind: 'character' };
type CharacterTest = (character: string) => boolean;

/** Steps for one instruction, which takes memory. */
const instructionCost = 10;
/** Steps for a character class, which the JavaScript engine compiles. */
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

  /** Adds the instructions of a node, which continue with the instruction `next`. Returns the index of the first one. */
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
      case 'look': {
        const { isBehind, isNegated } = node;
        return add({ kind: 'look', start: compile(node.part, end), isBehind, isNegated, next });
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

/** Creates a test with the JavaScript engine, which can't take long for a single character. */
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

  const isWordCharacter = (at: number): boolean => /^\w$/.test(characters[at] ?? '');

  function isAssertionMet(assertion: PatternAssertion, at: number): boolean {
    switch (assertion) {
      case 'start':
        return at === 0;
      case 'end':
        return at === characters.length;
      default:
        return (isWordCharacter(at - 1) === isWordCharacter(at)) === (assertion === 'noBoundary');
    }
  }

  /** Follows instructions until each path reaches a character, or the end of the expression. */
  function follow(
    from: number[],
    at: number,
  ): { readonly open: readonly CharacterInstruction[]; readonly isEnd: boolean } {
    const seen = new Set<number>();
    const open: CharacterInstruction[] = [];
    let isEnd = false;
    for (let index = from.pop(); index !== undefined; index = from.pop()) {
      const instruction = program[index];
      if (!instruction || seen.has(index)) continue;
      seen.add(index);
      spend(budget);
      if (instruction.kind === 'character') open.push(instruction);
      else if (instruction.kind === 'end') isEnd = true;
      else if (instruction.kind === 'branch') for (const next of instruction.next) from.push(next);
      else if (canPass(instruction, at)) from.push(instruction.next);
    }
    return { open, isEnd };
  }

  function canPass(instruction: Instruction & { readonly kind: 'assertion' | 'look' }, at: number): boolean {
    if (instruction.kind === 'assertion') return isAssertionMet(instruction.assertion, at);
    const { start: first, isBehind, isNegated } = instruction;
    const isFound = isBehind
      ? isMatch(first, { from: 0, to: at, isAnywhere: true })
      : isMatch(first, { from: at });
    return isFound !== isNegated;
  }

  /** Whether a match begins at `from`, or at any later index, and ends at `to` if there is one. */
  function isMatch(
    first: number,
    { from, to, isAnywhere = false }: { from: number; to?: number; isAnywhere?: boolean },
  ): boolean {
    let next = [first];
    for (let at = from; ; at += 1) {
      if (isAnywhere && at > from) next.push(first);
      const { open, isEnd } = follow(next, at);
      if (isEnd && (to === undefined || at === to)) return true;
      if (at >= (to ?? characters.length) || (!isAnywhere && open.length === 0)) return false;
      next = [];
      for (const { test, next: after } of open) {
        spend(budget);
        if (test(characters[at] ?? '')) next.push(after);
      }
    }
  }

  return isMatch(start, { from: 0, isAnywhere: true });
}
