import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  getConfirmationName,
  isStartOfConfirmationName,
  matchesConfirmationName,
} from '../../../src/domain/confirmationName.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

describe('the name that confirms a deletion', () => {
  test('is the whole name, in its own letters', () => {
    for (const typed of ['', ' ', 'stag', 'Staging', 'staging2', 'production']) {
      assert.equal(matchesConfirmationName(typed, 'staging'), false, typed);
    }
    assert.equal(matchesConfirmationName('staging', 'staging'), true);
    assert.equal(matchesConfirmationName('  staging ', 'staging'), true, 'blanks around it do not count');
  });

  test('has a start, which is not an error yet', () => {
    const isStart = (typed: string) => isStartOfConfirmationName(typed, 'staging');
    assert.deepEqual(['', 's', ' stag', 'staging'].map(isStart), [true, true, true, true]);
    assert.deepEqual(['t', 'S', 'staging2', 'production'].map(isStart), [false, false, false, false]);
  });

  test('can be typed as it is shown, whatever it has', () => {
    const hostile = '\u001b[31mred\u001b[0m \u202Ea\u202C  b\u0000c\u200B';
    assert.equal(matchesConfirmationName('red a b c', hostile), true);
    assert.equal(matchesConfirmationName(hostile, hostile), true, 'and as it is');
    assert.equal(matchesConfirmationName('e\u0301tage', '\u00e9tage'), true, 'composed or not');
    assert.equal(matchesConfirmationName('eté', 'été'), false);
  });

  test('is the id where the name shows nothing', () => {
    assert.equal(getConfirmationName({ id: 'env-1', name: '\u200B\u202E' }), 'env-1');
    assert.equal(getConfirmationName({ id: 'env-1', name: 'staging' }), 'staging');
    assert.equal(matchesConfirmationName('', ''), false);
    assert.equal(matchesConfirmationName('\u200B', '\u200B'), false);
  });

  test('is always accepted when what is asked for is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: unicodeCharacter }), (name) => {
        assert.ok(
          matchesConfirmationName(
            getConfirmationName({ id: 'env-1', name }),
            getConfirmationName({ id: 'env-1', name }),
          ),
        );
      }),
    );
  });
});
