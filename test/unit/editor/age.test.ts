import assert from 'node:assert/strict';
import { describe, test as it } from 'node:test';
import { ageText } from '../../../src/editor/age.ts';
import { day, hour, minute } from '../../kit/time.ts';

describe('an age', () => {
  it('is told in its largest whole unit', () => {
    for (const [ms, narrow, long] of [
      [0, 'now', 'now'],
      [59_999, 'now', 'now'],
      [minute, '1m ago', '1 minute ago'],
      [59.9 * minute, '59m ago', '59 minutes ago'],
      [3 * hour, '3h ago', '3 hours ago'],
      [23.9 * hour, '23h ago', '23 hours ago'],
      [day, '1d ago', '1 day ago'],
      [45 * day, '1mo ago', '1 month ago'],
      [800 * day, '2y ago', '2 years ago'],
    ] as const) {
      assert.equal(ageText(ms, 'en', 'narrow'), narrow);
      assert.equal(ageText(ms, 'en', 'long'), long);
    }
  });

  it('is now where the clock of the service is ahead', () => {
    assert.equal(ageText(-5 * minute, 'en', 'narrow'), 'now');
  });

  it('is told in the language of the editor', () => {
    assert.equal(ageText(3 * hour, 'de', 'long'), 'vor 3 Stunden');
  });
});
