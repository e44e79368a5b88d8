import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logEntry } from '../../kit/entries.ts';
import { waitUntil } from '../../kit/eventLoop.ts';
import { minute } from '../../kit/time.ts';
import type { FakeLogs } from './fakeLogs.ts';
import { set } from './sessionSetUp.ts';

describe('a range', () => {
  const lastHour = { range: { since: { ago: 60 * minute } }, filter: {} };

  /** One entry each minute, and every one a page: the newest thousand are never all. */
  function minutes(logs: FakeLogs, now: number, ages: readonly number[]): void {
    logs.pageSize = 2;
    logs.entries.push(...ages.map((age) => logEntry(now - age * minute, String(age))));
  }
  const downTo = (age: number) => Array.from({ length: age + 1 }, (_, index) => age - index);

  test('loads the newest entries first, then earlier ones, with absolute times', async () => {
    const { logs, session, texts, time } = set();
    minutes(logs, time.now, downTo(70));
    let first: (string | undefined)[] | undefined;
    const page = logs.readPage.bind(logs);
    logs.readPage = (request, signal) => {
      first ??= texts();
      return page(request, signal);
    };
    await session.load(lastHour, false);
    assert.deepEqual(first?.slice(-2), ['1', '0'], 'after one reply');
    assert.deepEqual(texts(), downTo(60).map(String));
    assert.equal(session.store.gaps.size, 0);
    for (const { since = '', until: end = '' } of logs.pageRequests) {
      assert.ok(Date.parse(since) >= time.now - 60 * minute && Date.parse(end) <= time.now);
    }
    assert.deepEqual(time.waits, [], 'live is off');
  });

  test('that the newest entries cover completely needs one request', async () => {
    const { logs, session, texts, time } = set();
    logs.entries.push(logEntry(time.now - 90 * minute, 'out'), logEntry(time.now - minute, 'in'));
    await session.load(lastHour, false);
    assert.deepEqual([texts(), logs.latestRequests.length, logs.pageRequests.length], [['in'], 1, 0]);
  });

  test('is read in parallel windows, with gaps for missing parts', async () => {
    const { logs, session, texts, time } = set();
    logs.pageSize = 500;
    const count = 30_000;
    for (let age = count; age > 0; age--) logs.entries.push(logEntry(time.now - age * 100, String(age)));
    let most = 0;
    let gaps = 0;
    const page = logs.readPage.bind(logs);
    let open = 0;
    logs.readPage = async (request, signal) => {
      most = Math.max(most, ++open);
      gaps = Math.max(gaps, session.store.gaps.size);
      try {
        return await page(request, signal);
      } finally {
        open--;
      }
    };
    await session.load(lastHour, false);
    assert.equal(texts().length, count);
    assert.deepEqual([most, gaps], [4, 5], 'four windows, and the rest');
    assert.deepEqual(session.status.progress, undefined);
    const pages = count / logs.pageSize;
    assert.ok(
      logs.pageRequests.length < pages * 1.2,
      `${logs.pageRequests.length} requests for ${pages} pages`,
    );
  });

  test('is relative to the time of the service if the clock of this machine is wrong', async () => {
    for (const range of [
      { since: { ago: 60 * minute } },
      { since: { ago: 60 * minute }, until: { ago: 0 } },
    ]) {
      const { logs, session, texts, time } = set(-30 * minute);
      minutes(logs, time.now, [100, 90, 80, 70, 60, 50, 40, 30]);
      await session.load({ range, filter: {} }, false);
      assert.deepEqual(texts(), ['90', '80', '70', '60', '50', '40', '30']);
    }
  });

  test('that failed partway has gaps for the unread parts, and continues there', async () => {
    const { logs, session, texts, time } = set();
    minutes(logs, time.now, downTo(60));
    logs.failures.push(undefined, undefined, undefined, new Error('cut'));
    await session.load(lastHour, false);
    assert.equal(session.status.failure?.task, 'range');
    const gaps = [...session.store.gaps.values()];
    assert.ok(gaps.length > 0 && gaps.every(({ isLoading }) => !isLoading));
    const inGap = ({ timestamp }: { timestamp: string }) =>
      gaps.some(({ from, until: end }) => Date.parse(timestamp) >= from && Date.parse(timestamp) <= end);
    const missing = logs.entries.filter(({ content = '' }) => !texts().includes(content));
    assert.ok(missing.length > 0 && missing.every(inGap), 'what is missing is in a gap');
    await session.retry();
    assert.deepEqual([texts(), session.status.failure], [downTo(60).map(String), undefined]);
    assert.equal(session.store.gaps.size, 0);
  });

  test('stops at the limit with the newest entries, and continues on request', async () => {
    const limit = 30_000;
    const { logs, session, texts, time } = set(0, limit);
    const count = 60_000;
    for (let age = count; age > 0; age--) logs.entries.push(logEntry(time.now - age * 50, String(age)));
    await session.load(lastHour, false);
    assert.equal(session.status.stopReason, 'limit');
    const { entryCount } = session.store;
    assert.ok(entryCount >= limit && entryCount < limit + 5000, `about as many, not ${entryCount}`);
    assert.ok(session.store.gaps.size > 0);
    const newest = new Set(texts());
    for (let age = 1; age < 5000; age++) assert.ok(newest.has(String(age)), `the newest: ${age}`);
    for (let tries = 0; session.status.stopReason && tries < 5; tries++) await session.retry();
    assert.deepEqual([session.store.entryCount, session.store.gaps.size], [count, 0]);
  });

  test('that was canceled keeps its entries, and single gaps can be loaded', async () => {
    const { logs, session, texts, time } = set();
    minutes(logs, time.now, downTo(60));
    let release = (): void => undefined;
    const page = logs.readPage.bind(logs);
    logs.readPage = (request, signal) => {
      if (logs.pageRequests.length === 4) release = logs.hold();
      return page(request, signal);
    };
    const loading = session.load(lastHour, false);
    await waitUntil(() => logs.pageRequests.length === 5, 'it is in the middle');
    session.cancel();
    release();
    await loading;
    assert.equal(session.status.stopReason, 'canceled');
    assert.ok(session.store.gaps.size > 0);
    for (const slot of [...session.store.gaps.keys()]) {
      assert.equal(session.status.stopReason, 'canceled', 'until the last one is filled');
      await session.fillGap(slot);
    }
    assert.equal(session.status.stopReason, undefined);
    assert.deepEqual(texts(), downTo(60).map(String));
    await session.fillGap(12_345);
    assert.equal(session.status.failure, undefined, 'a gap that is gone is no error');
  });

  test('of a service that does not filter by time is read with tokens', async () => {
    const { logs, session, texts, time } = set();
    minutes(logs, time.now, downTo(70));
    const page = logs.readPage.bind(logs);
    logs.readPage = ({ since: _since, until: _until, ...request }, signal) => page(request, signal);
    await session.load(lastHour, false);
    assert.deepEqual(new Set(texts()), new Set(downTo(70).map(String)));
    assert.equal(session.store.gaps.size, 0);
  });

  test('can be continued at its end', async () => {
    const { logs, session, texts, time } = set();
    const since = { at: time.now - 60 * minute };
    const end = { at: time.now - 30 * minute };
    logs.entries.push(logEntry(since.at, 'in'), logEntry(end.at + 1, 'newer'));
    await session.load({ range: { since, until: end }, filter: {} }, false);
    assert.deepEqual(texts(), ['in']);
    assert.equal(await session.loadNewer(), 1);
    assert.deepEqual(texts(), ['in', 'newer']);
    logs.failures.push(new Error('down'));
    assert.equal(await session.loadNewer(), 0);
    assert.equal(session.status.failure?.task, 'newer');
    logs.entries.push(logEntry(time.now, 'last'));
    await session.retry();
    assert.deepEqual([texts(), session.status.failure], [['in', 'newer', 'last'], undefined]);
  });

  test('with an end in the past is continued up to now in live mode', async () => {
    const { logs, session, texts, time, asleep } = set();
    const since = { at: time.now - 60 * minute };
    const end = { at: time.now - 30 * minute };
    logs.entries.push(logEntry(since.at, 'in'), logEntry(end.at + 1, 'gap'), logEntry(time.now, 'now'));
    await session.load({ range: { since, until: end }, filter: {} }, false);
    assert.deepEqual(texts(), ['in']);
    session.setLive(true);
    await asleep();
    assert.deepEqual(texts(), ['in', 'gap', 'now']);
    session.dispose();
  });

  test('that was stopped is continued at its end in live mode, and its gap stays', async () => {
    const { logs, session, texts, time, asleep } = set();
    minutes(logs, time.now, downTo(60));
    logs.failures.push(undefined, new Error('cut'));
    await session.load(lastHour, false);
    session.setLive(true);
    logs.entries.push(logEntry(time.now, 'new'));
    await asleep();
    assert.ok(texts().includes('new'));
    assert.equal(session.store.gaps.size, 1);
    await session.retry();
    await asleep();
    assert.equal(session.store.gaps.size, 0);
    assert.equal(texts().length, 62);
    session.dispose();
  });
});
