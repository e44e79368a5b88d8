import assert from 'node:assert/strict';
import { describe, test as it, test } from 'node:test';
import { formatAge, formatElapsedTime } from '../../../src/domain/age.ts';
import { day, hour, minute } from '../../kit/time.ts';

test('what goes on is told with its largest whole unit, once a minute is full', () => {
  for (const [ms, short, long] of [
    [0, undefined, undefined],
    [59_999, undefined, undefined],
    [minute, '1 min', '1 minute'],
    [59.9 * minute, '59 min', '59 minutes'],
    [3.5 * hour, '3 hr', '3 hours'],
    [-minute, undefined, undefined],
  ] as const) {
    assert.deepEqual(
      [formatElapsedTime(ms, 'en', 'short'), formatElapsedTime(ms, 'en', 'long')],
      [short, long],
    );
  }
  assert.equal(formatElapsedTime(2 * minute, 'de', 'long'), '2 Minuten');
});

describe('an age', () => {
  it('is told in its largest whole unit', () => {
    for (const [ms, text] of [
      [0, 'just now'],
      [59_999, 'just now'],
      [minute, '1 minute ago'],
      [59.9 * minute, '59 minutes ago'],
      [3 * hour, '3 hours ago'],
      [23.9 * hour, '23 hours ago'],
      [day, '1 day ago'],
      [45 * day, '1 month ago'],
      [800 * day, '2 years ago'],
    ] as const) {
      assert.equal(formatAge(ms, 'en'), text);
    }
  });

  it('is now where the clock of the service is ahead', () => {
    assert.equal(formatAge(-5 * minute, 'en'), 'just now');
  });

  it('is told in the language of the editor', () => {
    assert.equal(formatAge(3 * hour, 'de'), 'vor 3 Stunden');
  });
});
