import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { matchesGlob } from '../../../src/domain/glob.ts';

describe('a glob', () => {
  test('stands for the whole text', () => {
    const rows: readonly (readonly [string, string, boolean])[] = [
      ['staging', 'staging', true],
      ['Staging', 'staging', false],
      ['staging', 'staging2', false],
      ['staging', 'pre-staging', false],
      ['prod*', 'prod', true],
      ['prod*', 'production', true],
      ['prod*', 'preprod', false],
      ['*prod*', 'my-prod-2', true],
      ['p?od', 'prod', true],
      ['p?od', 'pod', false],
      ['?', '🌧', true],
      ['*a*b', 'xaxbxab', true],
      ['*a*b', 'xaxbxa', false],
      ['**', '', true],
      ['', 'a', false],
      ['a.c', 'abc', false],
      ['(a+)+$[', '(a+)+$[', true],
    ];
    for (const [pattern, text, expected] of rows) {
      assert.equal(matchesGlob(pattern, text), expected, `${pattern} ${text}`);
    }
  });

  test('matches as a regular expression would', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
    fc.assert(
      fc.property(text, word, (pattern, name) => {
        const same = new RegExp(`^${pattern.replaceAll(/\*+/g, '.*').replaceAll('?', '.')}$`);
        assert.equal(matchesGlob(pattern, name), same.test(name));
      }),
      { numRuns: 1000 },
    );
  });

  test('that is made to take long comes to its end', () => {
    assert.equal(matchesGlob(`${'*a'.repeat(500)}*b`, 'a'.repeat(5000)), false);
  });
});
