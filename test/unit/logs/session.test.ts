import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyInserts } from '../../../src/logs/inserts.ts';
import { lateness, longEvery } from '../../../src/logs/lanes.ts';
import type { LogRow } from '../../../src/logs/logRow.ts';
import { createSession, rowsAtOnce } from '../../../src/logs/session.ts';
import { entry, fakeLogs } from './fakeLogs.ts';
import { fakeTime, until } from './fakeTime.ts';

const minute = 60_000;
const latest = { filter: {} };

function set(skew = 0) {
  const time = fakeTime();
  const logs = fakeLogs();
  logs.serverTime = time.now + skew;
  let copy: LogRow[] = [];
  const session = createSession({
    source: logs,
    now: () => time.now,
    sleep: time.sleep,
    random: () => 1,
    onRows: (inserts) => {
      copy = applyInserts(copy, inserts);
    },
    onReset: () => {
      copy = [];
    },
    onState: () => undefined,
  });
  const texts = () => copy.map(({ content }) => content);
  const asleep = () => until(() => time.waits.length === 1, 'the poller waits');
  /** Lets the poller run once. */
  const poll = async (): Promise<void> => {
    await asleep();
    const before = logs.pageRequests.length;
    time.pass();
    if (logs.serverTime !== undefined) logs.serverTime = time.now + skew;
    await until(() => logs.pageRequests.length > before, 'it asked');
    await asleep();
  };
  return { time, logs, session, texts, asleep, poll };
}

describe('latest entries', () => {
  test('are there after one request, and live follows from where entries may still arrive', async () => {
    const { time, logs, session, texts, poll } = set();
    logs.entries.push(entry(time.now - 5000, 'a'), entry(time.now - 1000, 'b'));
    const started = time.now;
    await session.load(latest, true);
    assert.deepEqual(texts(), ['a', 'b']);
    assert.deepEqual([logs.latestRequests.length, logs.pageRequests.length], [1, 0]);
    logs.entries.push(entry(time.now - 3000, 'late'), entry(time.now, 'c'));
    await poll();
    assert.deepEqual(texts(), ['a', 'late', 'b', 'c']);
    assert.deepEqual(logs.pageRequests, [{ since: new Date(started - lateness).toISOString() }]);
    await poll();
    const since = Date.parse(logs.pageRequests[1]?.since ?? '');
    assert.ok(since > started - lateness && since < started, 'only the last seconds again');
    while (time.now < started + longEvery) await poll();
    const asked = logs.pageRequests.slice(2).map((request) => request.since);
    assert.ok(asked.includes(new Date(started - lateness).toISOString()), 'and all again at times');
    session.dispose();
    assert.deepEqual(time.waits, []);
  });

  test('that fill a page are not read over again: what is older was not asked for', async () => {
    const { time, logs, session, poll } = set();
    for (let age = 1000; age > 0; age--) logs.entries.push(entry(time.now - age, String(age)));
    await session.load(latest, true);
    await poll();
    assert.equal(logs.pageRequests[0]?.since, new Date(time.now - 2000 - 1000).toISOString());
    session.dispose();
  });

  test("use the service's clock, not this machine's", async () => {
    const { time, logs, session, poll } = set(-10 * minute);
    const started = time.now;
    await session.load(latest, true);
    await poll();
    assert.equal(logs.pageRequests[0]?.since, new Date(started - 10 * minute - lateness).toISOString());
    session.dispose();
  });

  test('without a clock in the replies follow from the newest entry', async () => {
    const { time, logs, session, poll } = set();
    logs.serverTime = undefined;
    const newest = time.now - 5 * minute;
    logs.entries.push(entry(newest));
    await session.load(latest, true);
    await poll();
    assert.equal(logs.pageRequests[0]?.since, new Date(newest - lateness).toISOString());
    session.dispose();
  });

  test('a failed poll moves nothing: the next one reads the same again', async () => {
    const { logs, session, texts, time, poll } = set();
    await session.load(latest, true);
    logs.pageSize = 1;
    logs.entries.push(entry(time.now, 'a'), entry(time.now, 'a'), entry(time.now + 1, 'b'));
    logs.failures.push(undefined, Object.assign(new Error('cut'), { kind: 'network' }));
    await poll();
    assert.equal(session.state.follow.kind, 'reconnecting');
    assert.deepEqual(texts(), ['a'], 'what came before the cut stays');
    await poll();
    assert.deepEqual(texts(), ['a', 'a', 'b']);
    assert.equal(logs.pageRequests[2]?.since, logs.pageRequests[0]?.since);
    assert.equal(session.state.follow.kind, 'following');
    session.dispose();
  });

  test('the next poll counts from the first reply of this one: more may have come since', async () => {
    const { logs, session, texts, time, poll } = set();
    await session.load(latest, true);
    logs.pageSize = 1;
    logs.entries.push(entry(time.now, 'a'), entry(time.now, 'b'));
    const page = logs.page.bind(logs);
    const times: number[] = [];
    logs.page = async (request, signal) => {
      const reply = await page(request, signal);
      times.push(reply.serverTime ?? 0);
      logs.serverTime = (logs.serverTime ?? 0) + 10 * minute;
      return reply;
    };
    await poll();
    assert.deepEqual(texts(), ['a', 'b']);
    const [first = 0] = times;
    const asked = logs.pageRequests.length;
    await poll();
    assert.equal(logs.pageRequests[asked]?.since, new Date(first - 10_000).toISOString());
    session.dispose();
  });

  test('a failure that may pass is state, and tried again by itself', async () => {
    const { logs, session, texts, time, asleep } = set();
    const error = new Error('down');
    logs.failures.push(error, error);
    logs.entries.push(entry(time.now, 'a'));
    await session.load(latest, true);
    assert.deepEqual(session.state.failure, { task: 'latest', error });
    assert.equal(session.state.follow.kind, 'reconnecting');
    time.pass();
    await asleep();
    assert.deepEqual([texts(), session.state.failure?.error], [[], error]);
    time.pass();
    await asleep();
    assert.deepEqual(
      [texts(), session.state.failure, session.state.follow.kind],
      [['a'], undefined, 'following'],
    );
    session.dispose();
  });

  test('a failure that stays is state, and retry cures it', async () => {
    const { logs, session, texts, time, asleep } = set();
    const error = Object.assign(new Error('no'), { kind: 'unauthorized' });
    logs.failures.push(error);
    logs.entries.push(entry(time.now, 'a'));
    await session.load(latest, true);
    assert.deepEqual(session.state.failure, { task: 'latest', error });
    assert.deepEqual(time.waits, [], 'asking again could not help');
    await session.retry();
    assert.deepEqual(texts(), ['a']);
    assert.equal(session.state.failure, undefined);
    await asleep();
    session.dispose();
  });

  test('when live gives up it says so, and retry turns it on again', async () => {
    const { logs, session, asleep, time } = set();
    await session.load(latest, true);
    await asleep();
    const error = Object.assign(new Error('no'), { kind: 'unauthorized' });
    logs.failures.push(error);
    time.pass();
    await until(() => session.state.failure !== undefined, 'it fails');
    assert.deepEqual([session.state.failure, session.state.isLive], [{ task: 'live', error }, false]);
    await session.retry();
    assert.deepEqual([session.state.failure, session.state.isLive], [undefined, true]);
    await asleep();
    session.dispose();
  });

  test('cancelled before anything came: no live, and retry starts over', async () => {
    const { logs, session, texts, time, asleep } = set();
    logs.entries.push(entry(time.now, 'a'));
    const release = logs.hold();
    const loading = session.load(latest, true);
    session.cancel();
    release();
    await loading;
    assert.deepEqual([session.state.stopped, session.state.task, texts()], ['cancelled', undefined, []]);
    session.setLive(true);
    assert.deepEqual([time.waits, logs.pageRequests], [[], []]);
    await session.retry();
    assert.deepEqual([session.state.stopped, texts()], [undefined, ['a']]);
    await asleep();
    session.dispose();
  });

  test('another query gives up the one under way; its rows never show', async () => {
    const { logs, session, texts, time } = set();
    logs.entries.push(entry(time.now, 'a'));
    const release = logs.hold();
    const first = session.load(latest, false);
    const second = session.load({ filter: { search: 'x' } }, false);
    release();
    await Promise.all([first, second]);
    assert.deepEqual(texts(), ['a'], 'once');
    assert.deepEqual(logs.latestRequests, [{}, { search: 'x' }]);
    assert.deepEqual([session.state.failure, session.state.stopped], [undefined, undefined]);
  });

  test("the service's filter goes with every request", async () => {
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

  test('disposed, it neither reads nor tells', async () => {
    const { logs, session, texts, time } = set();
    logs.entries.push(entry(time.now, 'a'));
    const release = logs.hold();
    const loading = session.load(latest, true);
    session.dispose();
    release();
    await loading;
    assert.deepEqual([texts(), time.waits], [[], []]);
    assert.equal(await session.loadOlder(), 0);
  });
});

describe('a range', () => {
  const lastHour = { range: { since: { ago: 60 * minute } }, filter: {} };

  test('is read to its end, with absolute times', async () => {
    const { logs, session, texts, time } = set();
    logs.pageSize = 2;
    for (let age = 70; age >= 0; age -= 10) logs.entries.push(entry(time.now - age * minute, String(age)));
    await session.load(lastHour, false);
    assert.deepEqual(texts(), ['60', '50', '40', '30', '20', '10', '0']);
    // Each page begins where the one before ended.
    const ages = logs.pageRequests.map(({ since = '' }) => (time.now - Date.parse(since)) / minute);
    assert.deepEqual(ages, [60, 50, 40, 30, 20, 10]);
    assert.deepEqual(time.waits, [], 'live is off');
  });

  test("is taken from the service's clock when this machine's is wrong", async () => {
    const { logs, session, texts, time } = set(-30 * minute);
    for (let age = 100; age >= 30; age -= 10) logs.entries.push(entry(time.now - age * minute, String(age)));
    await session.load(lastHour, false);
    assert.deepEqual(texts(), ['90', '80', '70', '60', '50', '40', '30']);
  });

  test('that failed half-way goes on from there', async () => {
    const { logs, session, texts, time } = set();
    logs.pageSize = 2;
    logs.entries.push(
      ...['a', 'b', 'b', 'c'].map((text, index) => entry(time.now - minute + Math.min(index, 2), text)),
    );
    logs.failures.push(undefined, new Error('cut'));
    await session.load(lastHour, false);
    assert.deepEqual([texts(), session.state.failure?.task], [['a', 'b'], 'range']);
    await session.retry();
    assert.deepEqual([texts(), session.state.failure], [['a', 'b', 'b', 'c'], undefined]);
    assert.equal(logs.pageRequests.at(-2)?.since, new Date(time.now - minute + 1).toISOString());
  });

  test('stops at its limit and goes on when told to', async () => {
    const { logs, session, time } = set();
    logs.pageSize = 10_000;
    const all = rowsAtOnce + 2 * logs.pageSize;
    for (let index = 0; index < all; index++)
      logs.entries.push(entry(time.now - minute + (index % 1000), String(index)));
    await session.load(lastHour, false);
    assert.equal(session.state.stopped, 'limit');
    assert.ok(session.rows.length >= rowsAtOnce && session.rows.length < all, String(session.rows.length));
    await session.retry();
    assert.deepEqual([session.state.stopped, session.rows.length], [undefined, all]);
  });

  test('with an end in the past: live closes the gap up to now', async () => {
    const { logs, session, texts, time, asleep } = set();
    const since = { at: time.now - 60 * minute };
    const until = { at: time.now - 30 * minute };
    logs.entries.push(entry(since.at, 'in'), entry(until.at + 1, 'gap'), entry(time.now, 'now'));
    await session.load({ range: { since, until }, filter: {} }, false);
    assert.deepEqual(texts(), ['in']);
    session.setLive(true);
    await asleep();
    assert.deepEqual(texts(), ['in', 'gap', 'now']);
    session.dispose();
  });

  test('that was stopped: live begins where it ended, so that no gap is left', async () => {
    const { logs, session, texts, time, asleep } = set();
    logs.pageSize = 1;
    logs.entries.push(...[50, 40, 30, 20].map((age) => entry(time.now - age * minute, String(age))));
    logs.failures.push(undefined, new Error('cut'));
    await session.load(lastHour, false);
    session.setLive(true);
    await asleep();
    assert.deepEqual([texts(), session.state.failure], [['50', '40', '30', '20'], undefined]);
    session.dispose();
  });
});

describe('older entries', () => {
  test('join what is there without a gap or a repeat, also in the boundary millisecond', async () => {
    const { logs, session, texts, time } = set();
    logs.pageSize = 3;
    const at = time.now - minute;
    logs.entries.push(
      ...['a', 'b', 'b', 'c', 'd'].map((text, index) => entry(index === 0 ? at - 9000 : at, text)),
    );
    await session.load(latest, false);
    assert.deepEqual(texts(), ['b', 'c', 'd']);
    assert.equal(await session.loadOlder(), 1);
    assert.deepEqual(texts(), ['b', 'b', 'c', 'd']);
    assert.equal(await session.loadOlder(), 1);
    assert.deepEqual(texts(), ['a', 'b', 'b', 'c', 'd']);
    assert.equal(session.state.nothingBefore, undefined);
    assert.equal(await session.loadOlder(), 0);
    assert.ok((session.state.nothingBefore ?? 0) < at);
  });

  test('are looked for before the start of a range, not before its first row', async () => {
    const { logs, session, time } = set();
    const since = { at: time.now - 60 * minute };
    logs.entries.push(entry(time.now - minute));
    await session.load({ range: { since }, filter: {} }, false);
    logs.pageRequests.length = 0;
    await session.loadOlder();
    assert.equal(logs.pageRequests[0]?.until, new Date(since.at).toISOString());
  });

  test('are read one search at a time', async () => {
    const { logs, session, time } = set();
    logs.entries.push(entry(time.now - minute, 'old'));
    await session.load({ range: { since: { ago: 1000 } }, filter: {} }, false);
    const both = await Promise.all([session.loadOlder(), session.loadOlder()]);
    assert.deepEqual(both, [1, 0]);
  });

  test('a cancelled search leaves no trace but the way it went', async () => {
    const { logs, session, time } = set();
    logs.entries.push(entry(time.now, 'a'));
    await session.load(latest, false);
    const release = logs.hold();
    const searching = session.loadOlder();
    assert.equal(session.state.task, 'older');
    session.cancel();
    release();
    assert.equal(await searching, 0);
    const { task, failure, stopped, nothingBefore } = session.state;
    assert.deepEqual([task, failure, stopped, nothingBefore], [undefined, undefined, undefined, undefined]);
  });

  test('a failed search says so and is tried again', async () => {
    const { logs, session, texts, time } = set();
    logs.entries.push(entry(time.now - minute, 'old'));
    await session.load({ range: { since: { ago: 1000 } }, filter: {} }, false);
    const error = new Error('down');
    logs.failures.push(error);
    assert.equal(await session.loadOlder(), 0);
    assert.deepEqual(session.state.failure, { task: 'older', error });
    await session.retry();
    assert.deepEqual([texts(), session.state.failure], [['old'], undefined]);
  });

  test('can be dismissed when they failed', async () => {
    const { logs, session } = set();
    await session.load(latest, false);
    logs.failures.push(new Error('down'));
    await session.loadOlder();
    session.dismiss();
    assert.equal(session.state.failure, undefined);
  });
});
