import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { summarizeUsage } from '../../../src/analytics/usageSummary.ts';
import type { Analytics } from '../../../src/api/analytics.ts';

const hourMs = 3_600_000;
const to = Date.parse('2026-03-01T12:30:00.000Z');
const period = { from: to - 24 * hourMs, to };
const lastHour = to - hourMs / 2;
const point = (hoursAgo: number, categories: Readonly<Record<string, number>>) => ({
  timestamp: lastHour - hoursAgo * hourMs,
  categories,
});
const summarize = (timeSeries: Analytics['timeSeries'], interval = 'hour') =>
  summarizeUsage({ metadata: { interval }, timeSeries }, period);

describe('the summary of usage', () => {
  test('adds counts of all categories, unless the service returns their total', () => {
    const { series, intervalMs } = summarize({
      requests_count: [point(1, { a: 2, b: 3 }), point(0, { a: 4 })],
      tool_errors: [point(1, { a: 1 })],
      mcp_errors: [point(1, { total: 2, a: 2 }), point(0, { total: 0 })],
    });
    assert.equal(intervalMs, hourMs);
    const times = [lastHour - hourMs, lastHour];
    assert.deepEqual(series, [
      { key: 'requests', total: 9, times, values: [5, 4] },
      { key: 'errors', total: 3, times, values: [3, 0] },
    ]);
  });

  test('has the median latency of all tools, and the slowest tool of each interval', () => {
    const { series } = summarize({
      requests_latency_mean: [point(2, { a: 100, b: 300 }), point(1, {}), point(0, { a: 200 })],
    });
    assert.deepEqual(
      series.map(({ key, total, values }) => [key, total, values]),
      [['latency', 200, [300, null, 200]]],
    );
  });

  test('leaves out series without values, and points outside of the period', () => {
    assert.deepEqual(summarize({}).series, []);
    assert.deepEqual(summarize({ requests_count: [point(0, {})] }).series, []);
    // The interval that contains the start of the period counts.
    const { series } = summarize({ requests_count: [25, 24, 0, -1].map((hours) => point(hours, { a: 1 })) });
    assert.equal(series[0]?.total, 2);
    assert.equal(summarize({}, 'day').intervalMs, 24 * hourMs);
    assert.equal(summarize({}, 'minute').intervalMs, 60_000);
    assert.equal(summarize({}, 'fortnight').intervalMs, hourMs);
  });

  test('has one value for each time, in order, for any response', () => {
    const categories = fc.dictionary(fc.constantFrom('a', 'b', 'total'), fc.double());
    const points = fc.array(fc.record({ timestamp: fc.integer({ min: 0, max: 2 * to }), categories }));
    fc.assert(
      fc.property(points, points, (requests, latencies) => {
        for (const { times, values } of summarize({
          requests_count: requests,
          requests_latency_mean: latencies,
        }).series) {
          assert.equal(times.length, values.length);
          assert.deepEqual(
            times,
            [...new Set(times)].sort((a, b) => a - b),
          );
          assert.ok(times.every((time) => time <= to && time > period.from - hourMs));
          assert.ok(values.every((value) => value === null || !Number.isNaN(value)));
        }
      }),
    );
  });
});
