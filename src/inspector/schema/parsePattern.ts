import { TooComplexError } from './budget.ts';

/** A node of a regular expression. Captures aren't represented, because only the result of the match is needed. */
export type PatternNode =
  /** The source of an expression that matches one code point. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'assertion'; readonly assertion: PatternAssertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }
  | {
      readonly kind: 'look';
      readonly part: PatternNode;
      readonly isBehind: boolean;
      readonly isNegated: boolean;
    };

export type PatternAssertion = 'start' | 'end' | 'boundary' | 'noBoundary';

const assertionsBySource: Readonly<Record<string, PatternAssertion>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'noBoundary',
};

const tokenPattern =
  /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|[pP]\{[^}]*\}|.)|./suy;
const groupStartPattern = /\((?:\?(?::|<?[=!]|<[^>]*>))?/uy;
const quantifierPattern = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/uy;

/**
 * Parses a regular expression that `new RegExp(source, 'u')` accepts. Throws a `TooComplexError` for back references, which no algorithm
 * matches with bounded cost, and for modifiers of groups.
 */
export function parsePattern(source: string): PatternNode {
  let position = 0;

  function matchNext(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = position;
    const match = expression.exec(source);
    if (!match) return undefined;
    position = expression.lastIndex;
    return match;
  }

  function parseChoice(): PatternNode {
    const options = [parseSequence()];
    while (source[position] === '|') {
      position += 1;
      options.push(parseSequence());
    }
    const [only] = options;
    return options.length === 1 && only ? only : { kind: 'choice', options };
  }

  function parseSequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (position < source.length && source[position] !== '|' && source[position] !== ')')
      parts.push(parseQuantifier(parseAtom()));
    return { kind: 'sequence', parts };
  }

  function parseQuantifier(part: PatternNode): PatternNode {
    const [text, minText, comma, maxText] = matchNext(quantifierPattern) ?? [];
    if (text === undefined) return part;
    if (minText !== undefined) {
      const upperLimit = maxText ? Number(maxText) : Number.POSITIVE_INFINITY;
      return { kind: 'repeat', part, min: Number(minText), max: comma ? upperLimit : Number(minText) };
    }
    const max = text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY;
    return { kind: 'repeat', part, min: text.startsWith('+') ? 1 : 0, max };
  }

  function parseAtom(): PatternNode {
    if (source[position] === '(') return parseGroup();
    const [text = ''] = matchNext(tokenPattern) ?? [];
    if (/^\\[1-9k]/u.test(text)) throw new TooComplexError('The pattern has back references.');
    const assertion = assertionsBySource[text];
    return assertion ? { kind: 'assertion', assertion } : { kind: 'character', source: text };
  }

  function parseGroup(): PatternNode {
    const [start = ''] = matchNext(groupStartPattern) ?? [];
    if (start === '(' && source[position] === '?') throw new TooComplexError('The pattern has modifiers.');
    const part = parseChoice();
    position += 1;
    if (!/[=!]$/u.test(start)) return part;
    return { kind: 'look', part, isBehind: start.startsWith('(?<'), isNegated: start.endsWith('!') };
  }

  return parseChoice();
}
