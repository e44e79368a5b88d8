import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { patternsIn, protectingPattern } from '../../../src/domain/protection.ts';

describe('an environment', () => {
  const staging = { environmentName: 'staging', projectName: 'weather-tools' };

  test('is protected by its name, or by that of its project with it', () => {
    assert.equal(protectingPattern([], staging), undefined);
    assert.equal(protectingPattern(['preview', 'stag*'], staging), 'stag*');
    assert.equal(protectingPattern(['weather-tools/*'], staging), 'weather-tools/*');
    assert.equal(protectingPattern(['*/staging'], staging), '*/staging');
    assert.equal(
      protectingPattern(['Weather-Tools/STAG*'], staging),
      'Weather-Tools/STAG*',
      'in any letter case',
    );
    assert.equal(protectingPattern(['é'], { environmentName: 'E\u0301' }), 'é', 'composed or not');
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
