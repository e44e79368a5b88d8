import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  computeChartMedian,
  computeMedian,
  findPeak,
  getPartLines,
  sumByTime,
} from '../../../src/analytics/statistics.ts';
import { hour } from '../../kit/time.ts';

type Values = readonly (number | null)[];
const line = (name: string, ...values: Values) => ({ name, values });
const times = [0, hour, 2 * hour, 3 * hour];
const value = fc.option(fc.integer({ min: -1000, max: 1000 }));
const count = fc.option(fc.nat(1000));

/** A second implementation of the median: the value that at most half of the values are below, and above. */
function medianByRank(values: Values): number | undefined {
  const numbers = values.filter((one) => one !== null);
  const rank = (limit: number) => numbers.filter((one) => one <= limit).length;
  const upTo = (share: number) =>
    Math.min(...numbers.filter((one) => rank(one) >= numbers.length * share && rank(one) >= 1));
  const next = Math.min(...numbers.filter((one) => rank(one) > numbers.length / 2));
  return numbers.length === 0 ? undefined : (upTo(0.5) + next) / 2;
}

describe('the median', () => {
  test('is the middle value, or the mean of both', () => {
    assert.equal(computeMedian([]), undefined);
    assert.equal(computeMedian([null]), undefined);
    assert.equal(computeMedian([29, null, 857, 480]), 480);
    assert.equal(computeMedian([4, 1, 2, 100]), 3);
    assert.equal(computeMedian([1.7e308, 1.7e308]), 1.7e308);
  });

  test('agrees with a definition by rank', () => {
    fc.assert(
      fc.property(fc.array(value), (values) => {
        assert.equal(computeMedian(values), medianByRank(values));
      }),
    );
  });

  test('of a chart is of all categories, or only of their total', () => {
    assert.equal(computeChartMedian({ lines: [line('a', 1, 2), line('b', 9, null)] }), 2);
    assert.equal(computeChartMedian({ lines: [line('a', 1, 2), line('total', 5, 7)] }), 6);
  });
});

describe('the peak', () => {
  test('is the first largest value, with its category if there are several', () => {
    const lines = [line('a', 1, 9, 3, 9), line('b', 2, 4, null, null)];
    assert.deepEqual(findPeak({ times, lines }, false), { value: 9, time: hour, index: 1, name: 'a' });
    assert.deepEqual(findPeak({ times, lines: [line('a', 5, 1)] }, false), { value: 5, time: 0, index: 0 });
  });

  test('of counts is the largest sum, which has no category', () => {
    const lines = [line('a', 1, 5, 3, 0), line('b', 9, 4, null, 8)];
    assert.deepEqual(findPeak({ times, lines }, true), { value: 10, time: 0, index: 0 });
    const total = [line('a', 1, 1), line('total', 3, 4)];
    assert.deepEqual(findPeak({ times, lines: total }, true), { value: 4, time: hour, index: 1 });
  });

  test('is absent without a comparison', () => {
    assert.equal(findPeak({ times, lines: [line('a', null, 7, null, null)] }, false), undefined);
    assert.equal(findPeak({ times, lines: [line('a', 0, 0)] }, true), undefined);
    assert.equal(findPeak({ times: [], lines: [] }, true), undefined);
  });

  test('agrees with a sorted list of all sums', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(count, count), { minLength: 2 }), (pairs) => {
        const starts = pairs.map((_pair, index) => index * hour);
        const lines = [0, 1].map((at) => line(`l${at}`, ...pairs.map((pair) => pair[at] ?? null)));
        const sums = pairs
          .map(([a, b], index) => ({ sum: (a ?? 0) + (b ?? 0), index, isEmpty: a === null && b === null }))
          .filter(({ isEmpty }) => !isEmpty)
          .sort((a, b) => b.sum - a.sum || a.index - b.index);
        const [highest] = sums;
        const expected =
          sums.length < 2 || !highest || highest.sum === 0
            ? undefined
            : { value: highest.sum, time: highest.index * hour, index: highest.index };
        assert.deepEqual(findPeak({ times: starts, lines }, true), expected);
      }),
    );
  });
});

test('sums by time distinguish zero from no value', () => {
  assert.deepEqual(sumByTime([line('a', 1, null, 0), line('b', 2, null, null)], 3), [3, null, 0]);
  assert.deepEqual(sumByTime([], 2), [null, null]);
});

test('the parts of a total are all other categories', () => {
  const names = (...all: string[]) =>
    getPartLines({ lines: all.map((name) => line(name)) }).map(({ name }) => name);
  assert.deepEqual(names('a', 'total', 'b'), ['a', 'b']);
  assert.deepEqual(names('total'), ['total']);
});
