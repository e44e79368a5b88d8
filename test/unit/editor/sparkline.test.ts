import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { combineValues, createBarsPath, createLinePath } from '../../../src/editor/webview/sparkline.ts';

const size = { width: 82, height: 22 };
const numbersOf = (path: string): readonly number[] =>
  path
    .split(/[^\d.e+-]+/)
    .filter(Boolean)
    .map(Number);
const values = fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 200 });

describe('a sparkline', () => {
  test('is a line on a scale from zero, with gaps and dots', () => {
    assert.equal(createLinePath([0, 10, 5], size), 'M1 21L41 1L81 11');
    assert.equal(createLinePath([4, null, 4, 2, null], size), 'M1 1h0M41 1L61 11');
    assert.equal(createLinePath([-5, 5], size), 'M1 21L81 1');
    assert.equal(createLinePath([0, 0], size), 'M1 21L81 21');
    assert.equal(createLinePath([7], size), 'M41 1h0');
    assert.equal(createLinePath([null], size), '');
    assert.equal(createLinePath([], size), '');
  });

  test('is a bar for each count', () => {
    assert.equal(createBarsPath([10, 0, null, 5], { width: 40, height: 22 }), 'M0 1h9v20h-9zM30 11h9v10h-9z');
    assert.equal(createBarsPath([1, 1e6], { width: 20, height: 22 }), 'M0 20h9v1h-9zM10 1h9v20h-9z');
    assert.equal(createBarsPath([-5, 5], { width: 20, height: 22 }), 'M0 11h9v10h-9zM10 1h9v10h-9z');
  });

  test('stays within its size for any values', () => {
    fc.assert(
      fc.property(values, (list) => {
        for (const [path, isRelative] of [
          [createLinePath(list, size), false],
          [createBarsPath(list, size), true],
        ] as const) {
          const numbers = numbersOf(path.replaceAll(/[MLhvz]/g, ' '));
          assert.ok(numbers.every(Number.isFinite), path);
          assert.ok(
            numbers.every((one) => one >= (isRelative ? -size.width : 0) && one <= size.width),
            path,
          );
        }
      }),
    );
  });

  test('keeps the largest of values that it combines', () => {
    assert.deepEqual(combineValues([1, 9, null, null, 3, null, 2], 4), [9, null, 3, 2]);
    assert.deepEqual(combineValues([1, 2], 2), [1, 2]);
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 90 }), (list, maxCount) => {
        const combined = combineValues(list, maxCount);
        assert.ok(combined.length <= Math.max(maxCount, 1));
        const highest = (all: readonly (number | null)[]) =>
          Math.max(...all.map((value) => value ?? -Infinity));
        assert.equal(highest(combined), highest(list));
      }),
    );
  });
});
