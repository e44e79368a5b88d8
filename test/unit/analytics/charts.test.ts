import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { computeBucketEnds } from '../../../src/analytics/buckets.ts';
import { createCharts, hasAnyValue, sumChart } from '../../../src/analytics/charts.ts';
import { createDrawing, maxDrawnLines, maxStackedLines } from '../../../src/analytics/drawing.ts';
import { analyticsSchema } from '../../../src/api/analytics.ts';
import { day, hour } from '../../kit/time.ts';

const span = { from: 0, to: day };
const point = (timestamp: number, categories: Record<string, number>) => ({ timestamp, categories });

describe('charts', () => {
  test('have a fixed order, with unknown ones last', () => {
    const names = ['zebra_count', 'mcp_errors', 'sessions_count', 'apples', 'requests_latency_mean'];
    const timeSeries = Object.fromEntries(names.map((name) => [name, [point(0, { total: 1 })]]));
    assert.deepEqual(
      createCharts({ timeSeries }, span).map(({ key }) => key),
      ['sessions_count', 'requests_latency_mean', 'mcp_errors', 'zebra_count', 'apples'],
    );
  });

  test('accept points in any order and in parts, with gaps for missing values', () => {
    const points = [
      point(2 * hour, { b: 5 }),
      point(hour, { a: 1 }),
      point(2 * hour, { a: 2 }),
      point(0, {}),
    ];
    const [chart] = createCharts({ timeSeries: { requests_count: points } }, span);
    assert.deepEqual(chart, {
      key: 'requests_count',
      times: [0, hour, 2 * hour],
      lines: [
        { name: 'b', values: [null, null, 5] },
        { name: 'a', values: [null, 1, 2] },
      ],
    });
  });

  test('ignore invalid times and values, but not negative ones', () => {
    const points = [
      ...[Number.NaN, Infinity, 8.7e15, -8.7e15, 4e12].map((time) => point(time, { a: 1 })),
      point(0, { a: Number.NaN, b: Infinity, c: -3 }),
    ];
    const [chart] = createCharts({ timeSeries: { x: points } }, span);
    assert.deepEqual(chart?.times, [0]);
    assert.deepEqual(
      chart?.lines.map(({ name, values }) => [name, ...values]),
      [
        ['a', null],
        ['b', null],
        ['c', -3],
      ],
    );
  });

  test('have a total, if they have values', () => {
    const line = (name: string, ...values: (number | null)[]) => ({ name, values });
    assert.equal(hasAnyValue({ lines: [line('a', null), line('b')] }), false);
    assert.equal(hasAnyValue({ lines: [line('a', null, 0)] }), true);
    assert.equal(sumChart({ lines: [line('a', 1, null), line('b', 2)] }), 3);
    assert.equal(sumChart({ lines: [line('a', 1), line('total', 5, 6)] }), 11);
  });

  test('can be created from any valid response', () => {
    const value = fc.oneof(fc.double(), fc.constant(null), fc.string(), fc.constant(1e308));
    const anyPoint = fc.record(
      {
        timestamp: fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant('2026-11-21T00:00:00Z')),
        categories: fc.oneof(fc.dictionary(fc.string(), value), fc.constant(null), fc.string()),
      },
      { requiredKeys: [] },
    );
    const reply = fc.record({
      metadata: fc.constantFrom(null, {}, { interval: 'hour' }, 'x'),
      timeSeries: fc.dictionary(fc.string(), fc.oneof(fc.array(anyPoint), fc.constant(null), fc.string())),
    });
    fc.assert(
      fc.property(reply, (json) => {
        const read = analyticsSchema.safeParse(json);
        assert.ok(read.success);
        for (const chart of createCharts(read.data, span)) {
          assert.deepEqual(
            [...new Set(chart.times)].sort((a, b) => a - b),
            chart.times,
          );
          for (const { values } of chart.lines) assert.equal(values.length, chart.times.length);
          for (const isCount of [true, false]) {
            const ends = computeBucketEnds(chart.times, read.data.metadata?.interval, 'UTC');
            const { times, pointIndexes, lines } = createDrawing({ ...chart, ends, isCount });
            assert.equal(pointIndexes.length, times.length);
            assert.deepEqual(
              [...times].sort((a, b) => a - b),
              times,
            );
            for (const { values } of lines) assert.equal(values.length, times.length);
          }
        }
      }),
    );
  });
});

describe('the drawing of a chart', () => {
  const line = (name: string, values: (number | null)[]) => ({ name, values });
  const drawn = (times: number[], lines: ReturnType<typeof line>[], isCount = false) => ({
    times,
    ends: computeBucketEnds(times, 'day', 'UTC'),
    lines,
    isCount,
  });

  test('of counts has a bar for the sum of small categories, and none for a total', () => {
    const many = Array.from({ length: 8 }, (_, index) => line(`l${index}`, [index, null]));
    const { lines, rest, hiddenLineCount } = createDrawing(
      drawn([0, day], [...many, line('total', [99, 99])], true),
    );
    assert.equal(lines.length, maxStackedLines);
    assert.equal(hiddenLineCount, 3);
    assert.deepEqual(rest?.values, [0 + 1 + 2, null]);
    assert.equal(
      lines.some((one) => one.line.name === 'total'),
      false,
    );
    const only = createDrawing(drawn([0], [line('total', [5])], true));
    assert.deepEqual(only.lines[0]?.values, [5]);
    assert.equal(only.rest, undefined);
  });

  test('has a gap for missing points, but not for an additional hour', () => {
    const times = [0, day, 2 * day + hour, 5 * day, 6 * day];
    const {
      times: drawnTimes,
      pointIndexes,
      lines,
    } = createDrawing(drawn(times, [line('a', [1, 2, 3, 4, 5])]));
    assert.deepEqual(pointIndexes, [0, 1, 2, -1, 3, 4]);
    assert.equal(drawnTimes.length, 6);
    assert.deepEqual(drawnTimes.slice(0, 2), [day / 2, 1.5 * day]);
    assert.deepEqual(lines[0]?.values, [1, 2, 3, null, 4, 5]);
  });

  test('contains the lines with the largest sums, in their order', () => {
    const many = Array.from({ length: 20 }, (_, index) => line(`l${index}`, [index === 3 ? -99 : index]));
    const { lines, hiddenLineCount } = createDrawing(drawn([0], many));
    assert.equal(lines.length, maxDrawnLines);
    assert.deepEqual(
      lines.map((one) => one.line.name),
      ['l3', 'l13', 'l14', 'l15', 'l16', 'l17', 'l18', 'l19'],
    );
    assert.equal(hiddenLineCount, 12);
  });

  test('omits values that are too large for a scale', () => {
    const { lines } = createDrawing(drawn([0, 1, 2], [line('a', [1, 1e300, -2])]));
    assert.deepEqual(lines[0]?.values, [1, null, -2]);
  });
});
