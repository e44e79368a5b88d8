import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Budget, TooComplexError } from '../../../../src/inspector/schema/budget.ts';
import {
  compilePattern,
  isRegularExpression,
  matchesPattern,
} from '../../../../src/inspector/schema/pattern.ts';

/** `RUNS=20000 node --test …` looks longer. */
const numRuns = Number(process.env['RUNS'] ?? 500);

function matches(source: string, text: string, budget: Budget = { remaining: 1_000_000 }): boolean {
  return matchesPattern(compilePattern(source, budget), text, budget);
}

/** Tried at each character: without a place, V8 also tries the middle of a surrogate pair, which no specification has. */
function matchesNatively(source: string, text: string): boolean {
  const expression = new RegExp(source, 'uy');
  let at = 0;
  return [...text, ''].some((character) => {
    expression.lastIndex = at;
    at += character.length;
    return expression.test(text);
  });
}

/** Patterns whose parts are taken from all that the syntax has, without back references. */
const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc
    .array(
      fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 2 },
    )
    .map((options) => options.join('|')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b',
      '.',
      '^',
      '$',
      '\\b',
      '\\B',
      '\\d',
      '\\w',
      '\\W',
      '\\S',
      '[ab]',
      '[^a]',
      '[\\]^-]',
    ),
    fc.constantFrom(
      '\\u{1F600}',
      '\\ud83d\\ude00',
      '\\x61',
      '\\cA',
      '\\p{L}',
      '\\P{Lu}',
      '\\n',
      '\\.',
      '\\0',
      '😀',
      '[^]',
      '[]',
    ),
    fc
      .tuple(
        fc.constantFrom('(', '(?:', '(?<name>'),
        tie('pattern'),
        fc.constantFrom('', '*', '+?', '?', '{2}', '{1,}', '{0,2}?'),
      )
      .map(([start, inner, end]) => `${start}${inner})${end}`),
    fc
      .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('pattern'))
      .map(([start, inner]) => `${start}${inner})`),
    fc
      .tuple(fc.constantFrom('a', '[ab]', '.', '\\w'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '*?'))
      .map((all) => all.join('')),
  ),
}));
const text = fc
  .array(fc.constantFrom('a', 'b', 'A', '1', ' ', '\n', '.', '😀', 'é', '\u0001', ']'), { maxLength: 8 })
  .map((all) => all.join(''));

describe('a pattern from a server', () => {
  test('matches like a regular expression of JavaScript', () => {
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        fc.pre(isRegularExpression(source));
        assert.equal(
          matches(source, value),
          matchesNatively(source, value),
          `${source} on ${JSON.stringify(value)}`,
        );
      }),
      { numRuns },
    );
  });

  const examples: readonly (readonly [source: string, fits: string, fitsNot: string])[] = [
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'a-b-c1', 'a--b'],
    ['^(?=.*\\d)(?=.*[a-z]).{8,}$', 'secret123', 'secretabc'],
    ['^\\p{Script=Greek}+$', 'αβγ', 'abc'],
    ['^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$', 'a@example.com', 'a@example'],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2026-01-31', '2026-1-31'],
    ['^(?!.*\\.\\.)[^/]+$', 'a.b', 'a..b'],
    ['(?<=\\$)\\d+(?!\\.)$', 'US$12', '12'],
    ['^.$', '😀', 'ab'],
    ['a{2}|b', 'xxaa', 'xa'],
    ['^$', '', 'a'],
    ['^\\/[\\]\\/]$', '/]', '/a'],
  ];
  for (const [source, fits, fitsNot] of examples) {
    test(`with any syntax is supported: ${source}`, () => {
      assert.deepEqual([matches(source, fits), matches(source, fitsNot)], [true, false]);
    });
  }

  test('takes a number of steps that is proportional to the text, for any repetitions', () => {
    const sources = [
      '^(a|a|a|a)*$',
      '^a*a*a*a*a*b$',
      '(a+)+$',
      '^(a?a?)+$',
      '^((a?)*b?)*$',
      '^(?:a{1,9}){1,9}$',
      '(.*)*(.*)*x',
      '([a-z]+)*[0-9]',
      '(?:a|ab|b)*?c',
      '^(?=(a+)+$)a',
    ];
    for (const source of sources) {
      const steps = (length: number): number => {
        const budget = { remaining: 1e9 };
        matches(source, `${'a'.repeat(length)}!`, budget);
        return 1e9 - budget.remaining;
      };
      assert.ok(steps(2000) < 2.5 * steps(1000), source);
    }
  });

  test("isn't matched if this would take too many steps", () => {
    const sources = [
      '(?:(?:a{1,1000}){1,1000}){1,1000}',
      '(?:(?:){1000000}){1000000}',
      `(?:${'(?=.*b)a|'.repeat(100)}c)*$`,
    ];
    for (const source of sources)
      assert.throws(() => matches(source, 'a'.repeat(10_000)), TooComplexError, source);
  });

  test("isn't matched if its features have no algorithm with bounded cost", () => {
    for (const source of ['^(a*)*\\1$', '(?<n>a)\\k<n>', '(?i:a)']) {
      if (isRegularExpression(source)) assert.throws(() => matches(source, 'aa'), TooComplexError, source);
    }
  });
});
