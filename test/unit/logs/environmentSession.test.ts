import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EndlessPagesError } from '../../../src/logs/read/logSource.ts';
import { pollIntervals } from '../../../src/logs/read/pollIntervals.ts';
import { expectedDelayMs, lateEntryScanIntervalMs } from '../../../src/logs/read/pollWindows.ts';
import { logEntry } from '../../kit/entries.ts';
import { waitUntil } from '../../kit/eventLoop.ts';
import { minute } from '../../kit/time.ts';
import { latest, set } from './sessionSetUp.ts';

describe('latest entries', () => {
  test('are loaded with one request, and polls start at the time from which entries can still arrive', async () => {
    const { time, logs, session, texts, poll } = set();
    logs.entries.push(logEntry(time.now - 5000, 'a'), logEntry(time.now - 1000, 'b'));
    const newest = time.now - 1000;
    const started = time.now;
    await session.load(latest, true);
    assert.deepEqual(texts(), ['a', 'b']);
    assert.deepEqual([logs.latestRequests.length, logs.pageRequests.length], [1, 0]);
    logs.entries.push(logEntry(time.now - 3000, 'late'), logEntry(time.now, 'c'));
    await poll();
    assert.deepEqual(texts(), ['a', 'late', 'b', 'c']);
    assert.deepEqual(logs.pageRequests, [{ since: new Date(newest - expectedDelayMs).toISOString() }]);
    await poll();
    const since = Date.parse(logs.pageRequests[1]?.since ?? '');
    assert.ok(since > newest - expectedDelayMs && since < started, 'only the last seconds again');
    while (time.now < started + lateEntryScanIntervalMs) await poll();
    const asked = logs.pageRequests.slice(2).map((request) => request.since);
    assert.ok(asked.includes(new Date(newest - expectedDelayMs).toISOString()), 'and all again at times');
    session.dispose();
    assert.deepEqual(time.waits, []);
  });

  test('that fill a page are not read again, because older ones were not requested', async () => {
    const { time, logs, session, poll } = set();
    for (let age = 1000; age > 0; age--) logs.entries.push(logEntry(time.now - age, String(age)));
    await session.load(latest, true);
    await poll();
    assert.equal(logs.pageRequests[0]?.since, new Date(time.now - pollIntervals.active - 1000).toISOString());
    session.dispose();
  });

  test("use the service's clock, not this machine's", async () => {
    const { time, logs, session, poll } = set(-10 * minute);
    const started = time.now;
    logs.entries.push(logEntry(started - 10 * minute));
    await session.load(latest, true);
    await poll();
    assert.equal(
      logs.pageRequests[0]?.since,
      new Date(started - 10 * minute - expectedDelayMs).toISOString(),
    );
    session.dispose();
  });

  test('are followed from the newest entry if responses have no server time', async () => {
    const { time, logs, session, poll } = set();
    logs.serverTime = undefined;
    const newest = time.now - 5 * minute;
    logs.entries.push(logEntry(newest));
    await session.load(latest, true);
    await poll();
    assert.equal(logs.pageRequests[0]?.since, new Date(newest - expectedDelayMs).toISOString());
    session.dispose();
  });

  test('a failed poll changes nothing, so the next one reads the same range', async () => {
    const { logs, session, texts, time, poll } = set();
    await session.load(latest, true);
    logs.pageSize = 2;
    for (const ms of [0, 1, 2]) logs.entries.push(logEntry(time.now + ms, 'abc'[ms] ?? ''));
    logs.failures.push(undefined, Object.assign(new Error('cut'), { kind: 'network' }));
    await poll();
    assert.equal(session.status.polling.kind, 'reconnecting');
    assert.deepEqual(texts(), ['a', 'b'], 'what came before the cut stays');
    await poll();
    assert.deepEqual(texts(), ['a', 'b', 'c']);
    assert.equal(logs.pageRequests[2]?.since, logs.pageRequests[0]?.since);
    assert.equal(session.status.polling.kind, 'following');
    session.dispose();
  });

  test('are reported as a failure if their pages never end', async () => {
    const { logs, session, asleep, time } = set();
    logs.entries.push(logEntry(time.now - 1000, 'a'));
    await session.load(latest, true);
    await asleep();
    let asked = 0;
    logs.readPage = async () => {
      asked += 1;
      if (asked > 10_000) return { logs: [] };
      return { logs: [], nextToken: `${asked}` };
    };
    time.endWait();
    await waitUntil(() => session.status.failure !== undefined || asked > 10_000, 'it is given up');
    assert.equal(session.status.failure?.error instanceof EndlessPagesError, true);
    assert.deepEqual([session.status.failure?.task, session.status.isLive], ['live', false]);
    assert.equal(session.store.entryCount, 1, 'what was read stays');
    assert.deepEqual(time.waits, [], 'nothing is asked by itself any more');
    session.dispose();
  });

  test('the next poll starts from the time of the first response of a poll, because newer entries can follow', async () => {
    const { logs, session, texts, time, poll } = set();
    logs.entries.push(logEntry(time.now, 'known'));
    await session.load(latest, true);
    logs.pageSize = 1;
    logs.entries.push(logEntry(time.now, 'a'), logEntry(time.now, 'b'));
    const page = logs.readPage.bind(logs);
    const times: number[] = [];
    logs.readPage = async (request, signal) => {
      const reply = await page(request, signal);
      times.push(reply.serverTime ?? 0);
      logs.serverTime = (logs.serverTime ?? 0) + 10 * minute;
      return reply;
    };
    await poll();
    assert.deepEqual(texts(), ['known', 'a', 'b']);
    const [first = 0] = times;
    const asked = logs.pageRequests.length;
    await poll();
    assert.equal(logs.pageRequests[asked]?.since, new Date(first - 10_000).toISOString());
    session.dispose();
  });

  test('a temporary failure is part of the status, and is retried automatically', async () => {
    const { logs, session, texts, time, asleep } = set();
    const error = new Error('down');
    logs.failures.push(error, error);
    logs.entries.push(logEntry(time.now, 'a'));
    await session.load(latest, true);
    assert.deepEqual(session.status.failure, { task: 'latest', error });
    assert.equal(session.status.polling.kind, 'reconnecting');
    time.endWait();
    await asleep();
    assert.deepEqual([texts(), session.status.failure?.error], [[], error]);
    time.endWait();
    await asleep();
    assert.deepEqual(
      [texts(), session.status.failure, session.status.polling.kind],
      [['a'], undefined, 'following'],
    );
    session.dispose();
  });

  test('a permanent failure is part of the status, and retry clears it', async () => {
    const { logs, session, texts, time, asleep } = set();
    const error = Object.assign(new Error('no'), { kind: 'unauthorized' });
    logs.failures.push(error);
    logs.entries.push(logEntry(time.now, 'a'));
    await session.load(latest, true);
    assert.deepEqual(session.status.failure, { task: 'latest', error });
    assert.deepEqual(time.waits, [], 'asking again could not help');
    await session.retry();
    assert.deepEqual(texts(), ['a']);
    assert.equal(session.status.failure, undefined);
    await asleep();
    session.dispose();
  });

  test('turning live mode off and on repeats a rejected first request', async () => {
    const { logs, session, texts, time, asleep } = set();
    logs.failures.push(Object.assign(new Error('no'), { kind: 'forbidden' }));
    logs.entries.push(logEntry(time.now, 'a'));
    await session.load(latest, true);
    session.setLive(false);
    assert.deepEqual(texts(), []);
    session.setLive(true);
    await asleep();
    assert.deepEqual([texts(), session.status.failure], [['a'], undefined]);
    session.dispose();
  });

  test('a first request that is rejected after a retry in live mode can be retried again', async () => {
    const { logs, session, texts, time, asleep } = set();
    const refused = Object.assign(new Error('no'), { kind: 'unauthorized' });
    logs.failures.push(Object.assign(new Error('busy'), { kind: 'server' }), refused);
    logs.entries.push(logEntry(time.now, 'a'));
    await session.load(latest, true);
    await asleep();
    time.endWait();
    await waitUntil(() => session.status.failure?.task === 'live', 'it fails for good');
    assert.equal(session.status.isLive, false);
    await session.retry();
    assert.deepEqual([texts(), session.status.failure, session.status.isLive], [['a'], undefined, true]);
    await asleep();
    session.dispose();
  });

  test('live mode that stops is reported, and retry turns it on again', async () => {
    const { logs, session, asleep, time } = set();
    await session.load(latest, true);
    await asleep();
    const error = Object.assign(new Error('no'), { kind: 'unauthorized' });
    logs.failures.push(error);
    time.endWait();
    await waitUntil(() => session.status.failure !== undefined, 'it fails');
    assert.deepEqual([session.status.failure, session.status.isLive], [{ task: 'live', error }, false]);
    session.setLive(true);
    await asleep();
    assert.equal(session.status.failure, undefined, 'a poll has worked');
    logs.failures.push(error);
    time.endWait();
    await waitUntil(() => session.status.failure !== undefined, 'it fails');
    await session.retry();
    assert.deepEqual([session.status.failure, session.status.isLive], [undefined, true]);
    await asleep();
    session.dispose();
  });

  test('after a cancellation before the first response, live mode waits, and retry starts again', async () => {
    const { logs, session, texts, time, asleep } = set();
    logs.entries.push(logEntry(time.now, 'a'));
    const release = logs.hold();
    const loading = session.load(latest, true);
    session.cancel();
    release();
    await loading;
    assert.deepEqual([session.status.stopReason, session.status.task, texts()], ['canceled', undefined, []]);
    session.setLive(true);
    assert.deepEqual([time.waits, logs.pageRequests], [[], []]);
    await session.retry();
    assert.deepEqual([session.status.stopReason, texts()], [undefined, ['a']]);
    await asleep();
    session.dispose();
  });

  test('a new query cancels the current one, whose rows never appear', async () => {
    const { logs, session, texts, time } = set();
    logs.entries.push(logEntry(time.now, 'a'));
    const release = logs.hold();
    const first = session.load(latest, false);
    const second = session.load({ filter: { search: 'x' } }, false);
    release();
    await Promise.all([first, second]);
    assert.deepEqual(texts(), ['a'], 'once');
    assert.deepEqual(logs.latestRequests, [{}, { search: 'x' }]);
    assert.deepEqual([session.status.failure, session.status.stopReason], [undefined, undefined]);
  });

  test("every request contains the service's filter", async () => {
    const { logs, session, poll } = set();
    const filter = { level: ['ERROR'], search: 'x' };
    await session.load({ filter }, true);
    await poll();
    await session.loadOlder();
    session.dispose();
    assert.deepEqual(logs.latestRequests, [filter]);
    assert.ok(logs.pageRequests.length > 1);
    for (const { level, search } of logs.pageRequests) assert.deepEqual({ level, search }, filter);
  });

  test('after a long pause, the newest entries are loaded first, then the gap before them', async () => {
    const { logs, session, texts, time, asleep } = set();
    logs.pageSize = 10;
    await session.load(latest, true);
    await asleep();
    for (let index = 0; index < 2000; index++) logs.entries.push(logEntry(time.now + index, String(index)));
    time.now += 60 * minute;
    logs.serverTime = time.now;
    let gapAt = -1;
    const page = logs.readPage.bind(logs);
    logs.readPage = (request, signal) => {
      if (session.store.gaps.size > 0 && gapAt < 0) gapAt = texts().length;
      return page(request, signal);
    };
    time.endWait();
    await waitUntil(() => texts().length === 2000, 'all is there');
    assert.ok(gapAt > 0 && gapAt < 1000, `a gap beside ${gapAt} entries`);
    await waitUntil(() => session.status.task === undefined, 'it is done');
    assert.equal(session.store.gaps.size, 0);
    session.dispose();
  });

  test('late entries are searched for in parts, and a rejected part loses no progress', async () => {
    const { logs, session, texts, time, poll } = set();
    logs.pageSize = 10;
    const started = time.now;
    for (let age = 1000; age > 0; age--) logs.entries.push(logEntry(started - age * 200, String(age)));
    await session.load({ range: { since: { at: started - expectedDelayMs } }, filter: {} }, true);
    assert.equal(texts().length, 1000);
    logs.entries.push(logEntry(started - 100_000, 'late'));
    const page = logs.readPage.bind(logs);
    let refusals = 3;
    logs.readPage = (request, signal) => {
      // Only what is looked for behind the poll has an end.
      if (request.until === undefined || refusals === 0) return page(request, signal);
      refusals--;
      throw Object.assign(new Error('too many'), { kind: 'rateLimited' });
    };
    while (refusals > 0) {
      logs.entries.push(logEntry(time.now, 'new'));
      await poll();
    }
    assert.equal(session.status.polling.kind, 'reconnecting');
    const asked = logs.pageRequests.length;
    await poll();
    const [{ since = '' } = {}] = logs.pageRequests.slice(asked);
    assert.ok(Date.parse(since) > time.now - 20_000, 'the poll before was not for nothing');
    for (let parts = 0; parts < 10 && !texts().includes('late'); parts++) await poll();
    assert.ok(texts().includes('late'));
    assert.equal(session.status.polling.kind, 'following');
    session.dispose();
  });

  test('the oldest entries beyond the limit are removed, and not read again', async () => {
    const limit = 100;
    const { logs, session, texts, time, asleep } = set(0, limit);
    await session.load(latest, true);
    let count = 0;
    for (let turn = 0; turn < 60; turn++) {
      await asleep();
      for (let index = 0; index < 7; index++) logs.entries.push(logEntry(time.now + index, String(count++)));
      time.endWait();
      logs.serverTime = time.now;
    }
    await asleep();
    const held = texts();
    assert.ok(held.length >= limit && held.length <= limit * 1.1 + 7, `${held.length} rows`);
    const expected = Array.from({ length: held.length }, (_, index) => String(count - held.length + index));
    assert.deepEqual(held, expected, 'the newest, each once');
    session.dispose();
  });

  test('a disposed session sends no requests and no notifications', async () => {
    const { logs, session, texts, time } = set();
    logs.entries.push(logEntry(time.now, 'a'));
    const release = logs.hold();
    const loading = session.load(latest, true);
    session.dispose();
    release();
    await loading;
    assert.deepEqual([texts(), time.waits], [[], []]);
    assert.equal(await session.loadOlder(), 0);
  });
});

describe('a session that is ended', () => {
  test('sends no more requests, keeps its entries, and reports the reason', async () => {
    const { time, logs, session, texts, asleep } = set();
    logs.entries.push(logEntry(time.now, 'a'));
    await session.load(latest, true);
    await asleep();
    const reason = new Error('over');
    session.end(reason);
    assert.deepEqual(time.waits, [], 'the poller is off');
    assert.deepEqual(session.status.failure, { task: 'live', error: reason });
    assert.equal(session.status.isLive, false);
    assert.deepEqual(texts(), ['a']);
    session.dispose();
  });

  test('cancels its current request', async () => {
    const { logs, session } = set();
    const release = logs.hold();
    const loading = session.load(latest, true);
    const reason = new Error('over');
    session.end(reason);
    release();
    await loading;
    assert.equal(session.status.task, undefined);
    assert.equal(session.status.failure?.error, reason);
    session.dispose();
  });
});
