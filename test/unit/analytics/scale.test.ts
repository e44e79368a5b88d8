import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { computeValueTicks, findFittingLabels } from '../../../src/analytics/scale.ts';

describe('the ticks of a value axis', () => {
  test('enclose zero and all values, in round steps', () => {
    assert.deepEqual(computeValueTicks(18, 890, { isWhole: true }), [0, 200, 400, 600, 800, 1000]);
    assert.deepEqual(computeValueTicks(0, 37, { isWhole: true }), [0, 10, 20, 30, 40]);
    assert.deepEqual(computeValueTicks(-5, 7), [-5, 0, 5, 10]);
    assert.deepEqual(computeValueTicks(-3, -1), [-3, -2, -1, 0]);
    assert.deepEqual(computeValueTicks(0, 0.3), [0, 0.1, 0.2, 0.3]);
  });

  test('include the only value', () => {
    assert.deepEqual(computeValueTicks(7, 7, { isWhole: true }), [0, 2, 4, 6, 8]);
    assert.deepEqual(computeValueTicks(1, 1, { isWhole: true }), [0, 1]);
    assert.deepEqual(computeValueTicks(400, 400), [0, 100, 200, 300, 400]);
    assert.deepEqual(computeValueTicks(0, 0), [0, 1]);
  });

  test('are few, even, and enclose any values', () => {
    const value = fc
      .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: -9, max: 9 }))
      .map(([digits, power]) => digits * 10 ** power);
    fc.assert(
      fc.property(value, value, fc.boolean(), (a, b, isWhole) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const marks = computeValueTicks(low, high, { isWhole });
        const [first = 1, last = -1] = [marks[0], marks.at(-1)];
        assert.ok(marks.length >= 2 && marks.length <= 6, String(marks));
        // Ticks are rounded to 12 digits.
        const slack = 1e-11 * Math.max(-low, high);
        assert.ok(first <= Math.min(0, low + slack) && last >= Math.max(0, high - slack), String(marks));
        const steps = marks.slice(1).map((mark, index) => mark - (marks[index] ?? 0));
        for (const step of steps) assert.ok(Math.abs(step - (steps[0] ?? 0)) <= (steps[0] ?? 0) * 1e-9);
        if (isWhole) assert.ok(marks.every(Number.isInteger));
      }),
    );
  });
});

describe('the labels below a chart', () => {
  const labels = (...centers: readonly number[]) => centers.map((center) => ({ center, width: 40 }));

  test('are omitted if an edge would cut them off', () => {
    assert.deepEqual(findFittingLabels(labels(60, 140, 181), 200), [true, true, false]);
    assert.deepEqual(findFittingLabels(labels(60, 140, 180), 200, 0), [true, true, true]);
    assert.deepEqual(findFittingLabels(labels(19, 70), 200), [false, true]);
  });

  test('do not overlap', () => {
    assert.deepEqual(findFittingLabels(labels(50, 97, 98, 146), 200), [true, false, true, true]);
  });
});
