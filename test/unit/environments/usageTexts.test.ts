import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environmentPageTexts } from '../../../src/environments/page/pageTexts.ts';
import { createUsageTexts } from '../../../src/environments/webview/usageTexts.ts';

const hourMs = 3_600_000;
const start = Date.parse('2026-03-01T16:00:00.000Z');
const options = { intervalMs: hourMs, to: start + 2 * hourMs, language: 'en', timeZone: 'UTC' };
const texts = (
  key: 'requests' | 'errors' | 'latency',
  total: number,
  values: readonly (number | null)[],
  more = {},
) => {
  const times = values.map((_, index) => start + index * hourMs);
  return createUsageTexts({ key, total, times, values }, environmentPageTexts(), { ...options, ...more });
};
/** `Intl` uses narrow and thin spaces. */
const simplify = (text: string | undefined) => text?.replaceAll(/[\u2009\u202f]/g, ' ');

describe('the texts of usage', () => {
  test('name the numbers, the peak, and its time in the zone of the user', () => {
    const requests = texts('requests', 1234, [1000, null, 210, 24]);
    assert.equal(simplify(requests.name), 'Requests in the last 24 hours: 1,234, peak 1,000 at 4 PM');
    assert.equal(
      simplify(texts('requests', 3, [1, 2], { timeZone: 'Asia/Kolkata' }).name),
      'Requests in the last 24 hours: 3, peak 2 at 10:30 PM',
    );
    assert.equal(
      simplify(texts('latency', 480.4, [480, 857.2]).name),
      'Latency in the last 24 hours: median 480 ms, peak 857 ms at 5 PM',
    );
    const latency = texts('latency', 480.4, [480, 857.2]);
    assert.deepEqual([latency.total, simplify(latency.peak)], ['480 ms', 'median · peak 857 ms at 5 PM']);
    assert.equal(texts('errors', 0, [0, 0]).name, 'Errors in the last 24 hours: 0');
    assert.deepEqual(
      [texts('errors', 0, [0, 0]).peak, texts('errors', 0, [null]).peakIndex],
      [undefined, -1],
    );
  });

  test('name the share of failed requests, unless it is unknown or meaningless', () => {
    const errors = (total: number, requestTotal?: number) =>
      texts('errors', total, [total], { requestTotal, timeZone: 'UTC' });
    assert.equal(errors(3, 120).rate, '2.5% of requests');
    assert.equal(
      simplify(errors(3, 120).name),
      'Errors in the last 24 hours: 3 (2.5% of requests), peak 3 at 4 PM',
    );
    assert.equal(errors(1, 100).rate, '1.0% of requests');
    assert.equal(errors(0, 120).rate, '0% of requests');
    for (const unknown of [errors(3), errors(3, 0), errors(3, 2)]) assert.equal(unknown.rate, undefined);
    assert.equal(texts('requests', 120, [120], { requestTotal: 120 }).rate, undefined);
  });

  test('describe each interval', () => {
    const latency = texts('latency', 5, [5, null]);
    assert.equal(simplify(latency.formatInterval(0)), '4 – 5 PM');
    assert.deepEqual(latency.ends.map(simplify), ['4 PM', 'now']);
    const earlier = texts('latency', 5, [5, null], { to: start + 2 * hourMs + 1 });
    assert.deepEqual(earlier.ends.map(simplify), ['4 PM', '6 PM']);
    // No dates, also if the interval ends on the next day.
    const day = texts(
      'latency',
      5,
      Array.from({ length: 24 }, () => 5),
    );
    const intervals = Array.from({ length: 24 }, (_, index) => simplify(day.formatInterval(index)));
    assert.ok(intervals.includes('11 PM – 12 AM'), intervals.join(', '));
    const india = texts('latency', 5, [5, 5, 5, 5, 5, 5, 5, 5], { timeZone: 'Asia/Kolkata' });
    assert.equal(simplify(india.formatInterval(2)), '11:30 PM – 12:30 AM');
    assert.deepEqual([latency.formatValue(0), latency.formatValue(1)], ['5 ms', 'no value']);
  });
});
