import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCharts } from '../../../src/analytics/charts.ts';
import { computeFigures, isPreviousPeriod } from '../../../src/analytics/figures.ts';
import { day, hour } from '../../kit/time.ts';

type Points = Readonly<Record<string, readonly Readonly<Record<string, number>>[]>>;

/** Computes the figures of points that are an hour apart. A value that isn't a number stands for a missing one. */
function figures(series: Points) {
  const timeSeries = Object.fromEntries(
    Object.entries(series).map(([key, points]) => [
      key,
      points.map((categories, index) => ({ timestamp: index * hour, categories })),
    ]),
  );
  return computeFigures(createCharts({ timeSeries }, { from: 0, to: day }));
}

const none = Number.NaN;

/** Returns the figures without their charts. */
const valuesOf = (series: Points) => figures(series).map(({ chart: _chart, ...figure }) => figure);

describe('figures', () => {
  test('are sums of counts, even if points are missing', () => {
    const found = valuesOf({
      sessions_count: [{ total: 4 }, { total: none }, {}, { total: 3 }],
      requests_count: [{ 'tools/call': 90, 'tools/list': 10 }, { 'tools/call': 110 }, { 'tools/list': none }],
      tool_errors: [{ get_forecast: 3 }, { get_forecast: none }],
      mcp_errors: [{ total: 1 }],
    });
    assert.deepEqual(found, [
      { key: 'requests', value: 210, peak: { value: 110, time: hour, index: 1 } },
      { key: 'sessions', value: 7, peak: { value: 4, time: 0, index: 0 } },
      {
        key: 'errorRate',
        value: 4 / 210,
        parts: [
          { key: 'tool_errors', sum: 3 },
          { key: 'mcp_errors', sum: 1 },
        ],
      },
    ]);
  });

  test('count the total of the service once, not again in its parts', () => {
    assert.deepEqual(valuesOf({ requests_count: [{ total: 5, a: 2, b: 3 }] }), [
      { key: 'requests', value: 5 },
    ]);
  });

  test('are absent without data, and 0 if nothing was counted', () => {
    assert.deepEqual(figures({}), []);
    assert.deepEqual(figures({ requests_count: [], sessions_count: [{}], tool_errors: [{ a: none }] }), []);
    assert.deepEqual(valuesOf({ requests_count: [{ a: 0 }], tool_errors: [{ a: 0 }] }), [
      { key: 'requests', value: 0 },
    ]);
    const rate = (series: Points) => figures(series).find(({ key }) => key === 'errorRate')?.value;
    assert.equal(rate({ requests_count: [{ a: 5 }] }), undefined, 'no errors were sent');
    assert.equal(rate({ tool_errors: [{ a: 5 }] }), undefined, 'of no requests');
    assert.equal(rate({ requests_count: [{ a: 5 }], tool_errors: [{ a: 0 }] }), 0);
    assert.equal(
      rate({ requests_count: [{ a: 5 }], mcp_errors: [{ a: 6 }] }),
      undefined,
      'more than requests',
    );
  });

  test('contain the median and the peak of the mean latencies', () => {
    const [latency] = valuesOf({ requests_latency_mean: [{ a: 100, b: 10 }, { a: 400 }, { b: none }] });
    assert.deepEqual(latency, {
      key: 'latency',
      value: 100,
      peak: { value: 400, time: hour, index: 1, name: 'a' },
    });
    assert.deepEqual(figures({ requests_latency_mean: [{}] }), []);
  });

  test('contain the mean latency only if the number of requests is known for each value', () => {
    const mean = (requests_count: Points[string]) =>
      figures({
        requests_latency_mean: [{ a: 100, b: 10 }, { a: 400 }, { b: none }],
        requests_count,
      }).find(({ key }) => key === 'latency')?.mean;
    assert.equal(mean([]), undefined);
    assert.equal(mean([{ 'tools/call': 9 }, {}]), undefined);
    assert.equal(mean([{ a: 1, b: 4 }, { a: 2 }]), 940 / 7);
    assert.equal(mean([{ a: 1, b: 4 }, { a: none }]), undefined, 'one is not known');
    assert.equal(mean([{ a: 0, b: 0 }, { a: 0 }]), undefined);
  });
});

test('a response is for the previous period if it has the same length and ends at the start of the other one', () => {
  const answer = (from: number, to: number, interval?: string, zone = 'Asia/Tokyo') => ({
    period: { from, to },
    zone,
    analytics: interval === undefined ? {} : { metadata: { interval } },
  });
  const later = answer(day, 2 * day - 1, 'hour');
  assert.equal(isPreviousPeriod(answer(0, day - 1, 'hour'), later), true);
  assert.equal(isPreviousPeriod(answer(0, day, 'hour'), later), true);
  for (const other of [
    answer(0, day - 1, 'day'),
    answer(0, day - 1),
    answer(0, day - 1, 'hour', 'UTC'),
    answer(hour, day - 1, 'hour'),
    answer(0, day - hour, 'hour'),
    later,
  ])
    assert.equal(isPreviousPeriod(other, later), false);
});
