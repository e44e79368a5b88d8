import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findProtectingPattern, readPatterns } from '../../../src/domain/protection.ts';

describe('an environment', () => {
  const staging = { environmentName: 'staging', projectName: 'weather-tools' };

  test('is protected by its name, or by that of its project with it', () => {
    assert.equal(findProtectingPattern([], staging), undefined);
    assert.equal(findProtectingPattern(['preview', 'stag*'], staging), 'stag*');
    assert.equal(findProtectingPattern(['weather-tools/*'], staging), 'weather-tools/*');
    assert.equal(findProtectingPattern(['*/staging'], staging), '*/staging');
    assert.equal(
      findProtectingPattern(['Weather-Tools/STAG*'], staging),
      'Weather-Tools/STAG*',
      'in any letter case',
    );
    assert.equal(findProtectingPattern(['é'], { environmentName: 'E\u0301' }), 'é', 'composed or not');
    assert.equal(findProtectingPattern(['billing-mcp/*', 'weather-tools'], staging), undefined);
    assert.equal(findProtectingPattern(['w*g'], staging), undefined, 'without a slash, by the name alone');
    assert.equal(findProtectingPattern(['a/b'], { environmentName: 'a/b', projectName: 'p' }), 'a/b');
  });

  test('whose project nobody says is protected by the name in a pattern', () => {
    const unknown = { environmentName: 'staging' };
    assert.equal(findProtectingPattern(['weather-tools/stag*'], unknown), 'weather-tools/stag*');
    assert.equal(findProtectingPattern(['weather-tools/preview'], unknown), undefined);
  });
});

describe('what settings hold', () => {
  test('is read as far as it makes sense, all of it together', () => {
    assert.deepEqual(readPatterns([], ['a', ' b '], undefined, ['a', '', 3, null, {}, 'c']), ['a', 'b', 'c']);
    assert.deepEqual(readPatterns('staging', null, 7, { 0: 'x' }), []);
  });
});
