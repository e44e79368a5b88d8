import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { matchesGlob, patternsIn, protectingPattern } from '../../../src/editor/protection.ts';

describe('a pattern', () => {
  test('stands for the whole text, in any letter case', () => {
    const rows: readonly (readonly [string, string, boolean])[] = [
      ['staging', 'staging', true],
      ['Staging', 'sTAGING', true],
      ['staging', 'staging2', false],
      ['staging', 'pre-staging', false],
      ['prod*', 'prod', true],
      ['prod*', 'PRODUCTION', true],
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
      ['é', 'e\u0301', true],
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
      { numRuns: 2000 },
    );
  });

  test('that is made to take long takes no time', () => {
    const started = performance.now();
    assert.equal(matchesGlob(`${'*a'.repeat(500)}*b`, 'a'.repeat(5000)), false);
    assert.ok(performance.now() - started < 2000);
  });
});

describe('an environment', () => {
  const staging = { environmentName: 'staging', projectName: 'weather-tools' };

  test('is protected by its name, or by that of its project with it', () => {
    assert.equal(protectingPattern([], staging), undefined);
    assert.equal(protectingPattern(['preview', 'stag*'], staging), 'stag*');
    assert.equal(protectingPattern(['weather-tools/*'], staging), 'weather-tools/*');
    assert.equal(protectingPattern(['*/staging'], staging), '*/staging');
    assert.equal(protectingPattern(['billing-mcp/*', 'weather-tools'], staging), undefined);
    assert.equal(protectingPattern(['w*g'], staging), undefined, 'without a slash, by the name alone');
    assert.equal(protectingPattern(['a/b'], { environmentName: 'a/b', projectName: 'p' }), 'a/b');
  });

  test('whose project nobody says is protected by the name in a pattern', () => {
    const unknown = { environmentName: 'staging' };
    assert.equal(protectingPattern(['weather-tools/stag*'], unknown), 'weather-tools/stag*');
    assert.equal(protectingPattern(['weather-tools/preview'], unknown), undefined);
  });
});

describe('what settings hold', () => {
  test('is read as far as it makes sense, all of it together', () => {
    assert.deepEqual(patternsIn([], ['a', ' b '], undefined, ['a', '', 3, null, {}, 'c']), ['a', 'b', 'c']);
    assert.deepEqual(patternsIn('staging', null, 7, { 0: 'x' }), []);
  });
});
