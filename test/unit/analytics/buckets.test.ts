import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { computeBucketEnds, findIncompleteIntervals, toLogRange } from '../../../src/analytics/buckets.ts';
import { day, hour } from '../../kit/time.ts';

const at = (text: string): number => Date.parse(text);

describe('the end of an interval', () => {
  test('is a minute, an hour, a day, or a week after its start', () => {
    const ends = (interval: string) => computeBucketEnds([day], interval, 'UTC').map((end) => end - day);
    assert.deepEqual(ends('minute'), [60_000]);
    assert.deepEqual(ends('hour'), [hour]);
    assert.deepEqual(ends('day'), [day]);
    assert.deepEqual(ends('week'), [7 * day]);
  });

  test('is at the start of the next day in the time zone, even if the clocks change', () => {
    const [spring, fall] = [at('2026-03-08T05:00Z'), at('2026-11-01T04:00Z')];
    const length = (start: number) => (computeBucketEnds([start], 'day', 'America/New_York')[0] ?? 0) - start;
    assert.equal(length(spring), 23 * hour);
    assert.equal(length(fall), 25 * hour);
    assert.equal(length(fall + day + hour), day);
  });

  test('is never after the start of the next interval', () => {
    assert.deepEqual(computeBucketEnds([0, hour / 2, 5 * hour], 'hour', 'UTC'), [
      hour / 2,
      1.5 * hour,
      6 * hour,
    ]);
    assert.deepEqual(computeBucketEnds([0, hour], 'day', 'UTC'), [hour, hour + day]);
  });

  test('is estimated if the service does not report the length', () => {
    assert.deepEqual(computeBucketEnds([0, 10, 20, 90], undefined, 'UTC'), [10, 20, 30, 100]);
    assert.deepEqual(computeBucketEnds([5], 'fortnight', 'UTC'), [5 + hour]);
    assert.deepEqual(computeBucketEnds([], undefined, 'UTC'), []);
  });
});

describe('the time range of intervals', () => {
  const times = [0, hour, 2 * hour];
  const ends = [hour, 2 * hour, 3 * hour];
  const whole = { from: 0, to: day };
  const range = (first: number, last: number, period = whole) =>
    toLogRange({ times, ends }, first, last, period);

  test('includes the first and the last millisecond, but not the first one of the next interval', () => {
    assert.deepEqual(range(1, 1), { from: hour, to: 2 * hour - 1 });
    assert.deepEqual(range(0, 2), { from: 0, to: 3 * hour - 1 });
    assert.deepEqual(range(2, 0), range(0, 2));
  });

  test('is limited to the requested period, as the values are', () => {
    const period = { from: 0.5 * hour, to: 2.25 * hour };
    assert.deepEqual(range(0, 0, period), { from: 0.5 * hour, to: hour - 1 });
    assert.deepEqual(range(2, 2, period), { from: 2 * hour, to: 2.25 * hour });
    assert.deepEqual(range(1, 1, { from: 10 * hour, to: day }), { from: hour, to: 2 * hour - 1 });
  });

  test('includes only a part of an interval that begins before the period or ends after it', () => {
    const buckets = { times, ends };
    assert.deepEqual(findIncompleteIntervals(buckets, { from: 0.5 * hour, to: 2.5 * hour }), [0, 2]);
    // A whole day ends with its last millisecond.
    assert.deepEqual(findIncompleteIntervals(buckets, { from: 0, to: 3 * hour - 1 }), []);
    // An interval outside of the period isn't a part of it.
    assert.deepEqual(findIncompleteIntervals(buckets, { from: 10 * hour, to: day }), []);
  });

  test('of neighbors has neither a gap nor an overlap', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 5 * hour }), { minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(steps, (lengths) => {
        const starts = lengths.map((_length, index) =>
          lengths.slice(0, index).reduce((sum, length) => sum + length, 0),
        );
        const buckets = {
          times: starts,
          ends: starts.map((start, index) => starts[index + 1] ?? start + 1),
        };
        const period = { from: 0, to: Number.MAX_SAFE_INTEGER };
        for (const index of starts.keys()) {
          const { from, to } = toLogRange(buckets, index, index, period);
          assert.ok(from <= to);
          if (index + 1 < starts.length)
            assert.equal(toLogRange(buckets, index + 1, index + 1, period).from, to + 1);
        }
      }),
    );
  });
});
