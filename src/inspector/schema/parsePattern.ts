import { TooComplexError } from './budget.ts';

/** A node of a regular expression. Captures aren't represented, because callers need to know only whether the pattern matches. */
export type PatternNode =
  /** `source`: a regular expression that matches one code point. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'assertion'; readonly assertion: PatternAssertion }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }
  | {
      readonly kind: 'lookaround';
      readonly part: PatternNode;
      readonly isLookbehind: boolean;
      readonly isNegated: boolean;
    };

export type PatternAssertion = 'start' | 'end' | 'boundary' | 'noBoundary';

const assertionsBySource: Readonly<Record<string, PatternAssertion>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'noBoundary',
};

/** A character class, an escape sequence, or any other character. Two `\\u` escapes of a surrogate pair are one sequence. */
const tokenPattern =
  /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|[pP]\{[^}]*\}|.)|./suy;
/** The beginning of a group, of a lookahead (`(?=`, `(?!`), or of a lookbehind (`(?<=`, `(?<!`). */
const groupStartPattern = /\((?:\?(?::|<?[=!]|<[^>]*>))?/uy;
/** `*`, `+`, `?`, or a count such as `{2,4}`, each also in its lazy form, such as `*?`. */
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
    const [singleOption] = options;
    return options.length === 1 && singleOption ? singleOption : { kind: 'choice', options };
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
    const [groupStart = ''] = matchNext(groupStartPattern) ?? [];
    if (groupStart === '(' && source[position] === '?')
      throw new TooComplexError('The pattern has modifiers.');
    const part = parseChoice();
    position += 1;
    if (!/[=!]$/u.test(groupStart)) return part;
    return {
      kind: 'lookaround',
      part,
      isLookbehind: groupStart.startsWith('(?<'),
      isNegated: groupStart.endsWith('!'),
    };
  }

  return parseChoice();
}
