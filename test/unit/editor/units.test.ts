import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatDuration, formatTimeSpan } from '../../../src/editor/webview/units.ts';

describe('a duration', () => {
  for (const [ms, text] of [
    [0, '0 ms'],
    [511.5, '512 ms'],
    [857, '857 ms'],
    [999.6, '1 s'],
    [1000, '1 s'],
    [1984, '1.98 s'],
    [1996, '2 s'],
    [2140, '2.14 s'],
    [9996, '10 s'],
    [12_345, '12.3 s'],
    [59_940, '59.9 s'],
    [59_996, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [3_599_600, '1 h 0 min'],
    [12_000_000, '3 h 20 min'],
    [-40.2, '-40 ms'],
  ] as const) {
    test(`of ${ms} ms is "${text}"`, () => {
      assert.equal(formatDuration(ms), text);
    });
  }
});

describe('a time span', () => {
  const [hour, day] = [3_600_000, 86_400_000];
  for (const [ms, text] of [
    [0, '1 second'],
    [59_400, '59 seconds'],
    [119_000, '119 seconds'],
    [120_000, '2 minutes'],
    [36 * hour, '36 hours'],
    [4 * day + hour, '4 days'],
  ] as const) {
    test(`of ${ms} ms is "${text}"`, () => {
      assert.equal(formatTimeSpan(ms, 'en'), text);
    });
  }

  test('is in the language of the user', () => {
    assert.equal(formatTimeSpan(4 * day, 'de'), '4 Tage');
  });
});
