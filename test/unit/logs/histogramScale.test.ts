import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatText } from '../../../src/editor/webview/formatText.ts';
import { createLogTexts, type LogTexts } from '../../../src/logs/pageTexts.ts';
import type { Histogram, HistogramBin } from '../../../src/logs/view/histogram.ts';
import {
  chooseLabeledBins,
  computeBarHeights,
  describeBinRange,
  findBinAtPixel,
  findBinAtTime,
  formatBinTime,
  getBarWidthPx,
  getBinLeftPx,
  sumBins,
  toBinRange,
  toTimeSpan,
} from '../../../src/logs/webview/histogramScale.ts';
import { echoTexts as stringsOf } from '../../kit/echoTexts.ts';

const ten = Date.UTC(2026, 10, 21, 10);
const quiet: HistogramBin = { errors: 0, warnings: 0, infos: 0, debugs: 0, others: 0, isMissing: false };
const shownOf = (binWidthMs: number, ...bins: Partial<HistogramBin>[]): Histogram => ({
  from: ten,
  binWidthMs,
  bins: bins.map((bin) => ({ ...quiet, ...bin })),
});
const strings: LogTexts = {
  ...stringsOf(createLogTexts()),
  entries: '{0} entries',
  oneEntry: '1 entry',
  errors: '{0} errors',
  oneError: '1 error',
  warnings: '{0} warnings',
  oneWarning: '1 warning',
  notAllLoaded: 'not all loaded',
};

describe('bins and pixels', () => {
  test('every pixel belongs to the bin that is drawn there, or outside the histogram to the nearest one', () => {
    const sizes = fc.tuple(fc.integer({ min: 2, max: 120 }), fc.integer({ min: 240, max: 3000 }));
    fc.assert(
      fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), ([count, width], part) => {
        const x = part * width;
        const bin = findBinAtPixel(x, count, width);
        assert.ok(getBinLeftPx(bin, count, width) <= x);
        assert.ok(bin === count - 1 || x < getBinLeftPx(bin + 1, count, width));
        assert.ok(getBinLeftPx(bin, count, width) < getBinLeftPx(bin + 1, count, width), 'every bin is seen');
        assert.equal(findBinAtPixel(getBinLeftPx(bin, count, width), count, width), bin, 'its first pixel');
        assert.equal(findBinAtPixel(-50, count, width), 0);
        assert.equal(findBinAtPixel(width + 50, count, width), count - 1);
      }),
    );
    assert.deepEqual([getBinLeftPx(0, 7, 500), getBinLeftPx(7, 7, 500)], [0, 500]);
  });

  test('the time span of a range of bins converts back to the same range, to the millisecond', () => {
    const shown = shownOf(5000, ...Array(20).fill({}));
    assert.deepEqual(toTimeSpan({ first: 1, last: 2 }, shown), { from: ten + 5000, until: ten + 14_999 });
    fc.assert(
      fc.property(fc.nat(19), fc.nat(19), (a, b) => {
        const range = { first: Math.min(a, b), last: Math.max(a, b) };
        const times = toTimeSpan(range, shown);
        assert.deepEqual(toBinRange(times, shown), range);
        assert.equal(findBinAtTime(times.until + 1, shown), Math.min(range.last + 1, 19));
      }),
    );
  });

  test('a time span outside the bins is cut, or has no bins', () => {
    const shown = shownOf(1000, {}, {}, {});
    assert.deepEqual(toBinRange({ from: ten - 9e9, until: ten + 9e9 }, shown), { first: 0, last: 2 });
    assert.equal(toBinRange({ from: ten - 9, until: ten - 1 }, shown), undefined);
    assert.equal(toBinRange({ from: ten + 3000, until: ten + 4000 }, shown), undefined);
  });
});

describe('the drawing of the histogram', () => {
  test('bar heights are proportional, and every count above zero is visible if there is room', () => {
    assert.deepEqual(computeBarHeights({ ...quiet, others: 100 }, 100, 20), [0, 0, 0, 0, 20]);
    assert.deepEqual(
      computeBarHeights({ ...quiet, infos: 20, debugs: 20, others: 10 }, 100, 20),
      [0, 0, 4, 4, 2],
    );
    assert.deepEqual(
      computeBarHeights({ ...quiet, infos: 1, debugs: 1, others: 1 }, 1000, 20),
      [0, 0, 1, 1, 1],
    );
    assert.deepEqual(computeBarHeights({ ...quiet, errors: 1, others: 999 }, 1000, 20), [3, 0, 0, 0, 17]);
    assert.deepEqual(computeBarHeights(quiet, 1, 20), [0, 0, 0, 0, 0]);
    const count = fc.nat(5000);
    fc.assert(
      fc.property(count, count, count, (errors, warnings, others) => {
        const most = Math.max(1, errors + warnings + others);
        const heights = computeBarHeights({ ...quiet, errors, warnings, others }, most, 20);
        assert.ok(heights.reduce((all, one) => all + one) <= 20);
        assert.equal((heights[0] ?? 0) > 0, errors > 0);
        assert.equal((heights[1] ?? 0) > 0, warnings > 0 && heights[0] !== 20);
      }),
    );
  });

  test('bars have a gap between them, and are never wide', () => {
    assert.deepEqual([1, 2, 8, 13, 500].map(getBarWidthPx), [1, 1, 7, 12, 12]);
  });

  test('two to four bins are labeled, depending on the width', () => {
    assert.deepEqual(chooseLabeledBins(120, 1200), [0, 30, 60, 90]);
    assert.deepEqual(chooseLabeledBins(120, 460), [0, 40, 80]);
    assert.deepEqual(chooseLabeledBins(120, 200), [0, 60]);
    assert.deepEqual(chooseLabeledBins(3, 1200), [0, 1, 2]);
  });

  test('times are as precise as the bins, with dates if there are several', () => {
    assert.equal(formatBinTime(ten, shownOf(1000, {}, {}), true), '10:00:00');
    assert.equal(formatBinTime(ten, shownOf(60_000, {}, {}), true), '10:00');
    assert.equal(formatBinTime(ten, shownOf(3_600_000, ...Array(20).fill({})), true), '11-21 10:00');
    assert.equal(formatBinTime(ten, shownOf(86_400_000, {}, {}), true), '2026-11-21');
  });
});

test('the sums of a range of bins are by level', () => {
  const shown = shownOf(
    1000,
    { errors: 1, infos: 2 },
    { infos: 3, debugs: 4, isMissing: true },
    { others: 9 },
  );
  const sums = { errors: 1, warnings: 0, infos: 5, debugs: 4, others: 0, isMissing: true };
  assert.deepEqual(sumBins({ first: 0, last: 1 }, shown), sums);
});

describe('the description of a range of bins', () => {
  const said = (shown: Histogram, first: number, last: number) =>
    describeBinRange({ first, last }, shown, true, strings, String);

  test('contains times, entries, errors, warnings, and a note about missing entries', () => {
    const shown = shownOf(
      300_000,
      { errors: 2, others: 39 },
      { warnings: 1, errors: 1 },
      { isMissing: true, warnings: 2 },
      { others: 1 },
    );
    assert.equal(said(shown, 0, 0), '10:00–10:05 · 41 entries, 2 errors');
    assert.equal(said(shown, 1, 1), '10:05–10:10 · 2 entries, 1 error, 1 warning');
    assert.equal(said(shown, 1, 2), '10:05–10:15 · 4 entries, 1 error, 3 warnings, not all loaded');
    assert.equal(said(shown, 3, 3), '10:15–10:20 · 1 entry');
  });

  test('contains the date of a time of several days, but only once for one day', () => {
    const shown = shownOf(3_600_000, { others: 1 }, ...Array(20).fill({}));
    assert.equal(said(shown, 0, 0), '11-21 10:00–11:00 · 1 entry');
    assert.equal(said(shown, 0, 14), '11-21 10:00–11-22 01:00 · 1 entry');
  });

  test('describes days by their dates, including the last one', () => {
    const midnight = { from: Date.UTC(2026, 10, 21) };
    const shown = { ...shownOf(86_400_000, { others: 3 }, {}, {}), ...midnight };
    assert.equal(said(shown, 0, 0), '2026-11-21 · 3 entries');
    assert.equal(said(shown, 0, 2), '2026-11-21–2026-11-23 · 3 entries');
  });

  test('formats numbers in the language of the user', () => {
    const shown = shownOf(1000, { others: 1234 }, {});
    const words = describeBinRange({ first: 0, last: 0 }, shown, true, strings, (value) => `<${value}>`);
    assert.equal(words, `10:00:00–10:00:01 · ${formatText('{0} entries', '<1234>')}`);
  });
});
