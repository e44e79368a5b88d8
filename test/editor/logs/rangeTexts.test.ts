import assert from 'node:assert/strict';
import { describeEmptyLog, formatLastRange, formatRange } from '../../../src/logs/rangeTexts.ts';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

describe('the label of a time range until now', () => {
  const texts: readonly (readonly [number, string])[] = [
    [second, 'second'],
    [2 * second, '2 seconds'],
    [minute, 'minute'],
    [15 * minute, '15 minutes'],
    [hour, 'hour'],
    [6 * hour, '6 hours'],
    [day, '24 hours'],
    [7 * day, '7 days'],
  ];
  for (const [ago, length] of texts) {
    it(`names a duration of ${length}`, () => {
      assert.equal(formatLastRange(ago), `Last ${length}`);
      assert.equal(formatRange({ since: { ago } }), `Last ${length}`);
      assert.equal(
        describeEmptyLog({ range: { since: { ago } }, filter: {} }),
        `No entries in the last ${length}. Select a longer time range.`,
      );
    });
  }
});
