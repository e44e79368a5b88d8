import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AnalyticsLoader,
  InvalidPeriodError,
  LoadCanceledError,
} from '../../../src/analytics/analyticsLoader.ts';
import { defaultChoice, type PeriodChoice } from '../../../src/analytics/period.ts';
import type { Analytics, AnalyticsQuery } from '../../../src/api/analytics.ts';

const now = Date.parse('2026-11-22T10:00:00Z');
const week: PeriodChoice = { kind: 'recent', range: '7d' };
const reply: Analytics = { timeSeries: {} };

function start() {
  const asked: { query: AnalyticsQuery; signal: AbortSignal; turn: PromiseWithResolvers<Analytics> }[] = [];
  let changes = 0;
  const loading = new AnalyticsLoader(defaultChoice, {
    now: () => now,
    onChange: () => {
      changes++;
    },
    request: (query, signal) => {
      const turn = Promise.withResolvers<Analytics>();
      asked.push({ query, signal, turn });
      return turn.promise;
    },
  });
  return { loading, asked, changes: () => changes };
}

describe('loading', () => {
  test('requests the chosen period in the time zone, and keeps the response', async () => {
    const { loading, asked, changes } = start();
    const done = loading.load(week, 'Asia/Tokyo');
    assert.equal(loading.isLoading, true);
    assert.deepEqual(asked[0]?.query, {
      startTimestamp: now - 7 * 86_400_000,
      endTimestamp: now,
      timeZone: 'Asia/Tokyo',
    });
    asked[0]?.turn.resolve(reply);
    await done;
    assert.equal(loading.isLoading, false);
    assert.equal(loading.response?.version, 1);
    assert.equal(loading.failure, undefined);
    assert.equal(changes(), 2);
  });

  test('requests a time zone that the service supports, and keeps its name', async () => {
    const { loading, asked } = start();
    const done = loading.load(week, 'UTC');
    const zone = asked[0]?.query.timeZone ?? '';
    assert.ok(Intl.supportedValuesOf('timeZone').includes(zone), zone);
    asked[0]?.turn.resolve(reply);
    await done;
    assert.equal(loading.response?.zone, 'UTC');
    assert.deepEqual(loading.response?.serviceZone, { name: zone, hasSameOffset: true });
  });

  test('another period cancels the current request, and ignores its response', async () => {
    const { loading, asked } = start();
    const first = loading.load(defaultChoice, 'Asia/Tokyo');
    const second = loading.load(week, 'Asia/Tokyo');
    assert.equal(asked[0]?.signal.aborted, true);
    asked[1]?.turn.resolve(reply);
    await second;
    asked[0]?.turn.reject(new Error('late'));
    await first;
    assert.equal(loading.failure, undefined);
    assert.equal(loading.response?.period.from, now - 7 * 86_400_000);
  });

  test('has the response for the previous period, and for no other', async () => {
    const { loading, asked } = start();
    const read = async (from: string, to: string) => {
      const done = loading.load({ kind: 'custom', from, to }, 'Asia/Tokyo');
      asked.at(-1)?.turn.resolve(reply);
      await done;
      return loading.previousResponse?.period.from;
    };
    assert.equal(await read('2026-11-18', '2026-11-18'), undefined);
    const first = loading.response?.period.from;
    assert.equal(await read('2026-11-20', '2026-11-20'), undefined);
    assert.equal(await read('2026-11-19', '2026-11-19'), first);
    const second = loading.response?.period.from;
    assert.equal(await read('2026-11-20', '2026-11-20'), second);
    assert.equal(await read('2026-11-20', '2026-11-21'), undefined, 'two days are not as long');
  });

  test('keeps the previous figures if it fails', async () => {
    const { loading, asked } = start();
    const first = loading.load(defaultChoice, 'Asia/Tokyo');
    asked[0]?.turn.resolve(reply);
    await first;
    const second = loading.load(week, 'Asia/Tokyo');
    asked[1]?.turn.reject(new Error('no'));
    await second;
    assert.match(String(loading.failure), /no/);
    assert.equal(loading.response?.version, 1);
    assert.deepEqual(loading.choice, week);
  });

  test('can be cancelled', async () => {
    const { loading, asked } = start();
    const done = loading.load(week, 'Asia/Tokyo');
    loading.cancel();
    assert.equal(asked[0]?.signal.aborted, true);
    asked[0]?.turn.reject(new Error('aborted'));
    await done;
    assert.ok(loading.failure instanceof LoadCanceledError);
    assert.equal(loading.isLoading, false);
  });

  test('sends no request for an invalid period', async () => {
    const { loading, asked } = start();
    await loading.load({ kind: 'custom', from: '2026-01-01', to: '2026-11-01' }, 'Asia/Tokyo');
    assert.equal(asked.length, 0);
    assert.ok(loading.failure instanceof InvalidPeriodError);
    assert.deepEqual(loading.failure.issues, [{ field: 'from', rule: 'tooLong' }]);
  });
});
