import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rowsAtOnce } from '../../../src/logs/session.ts';
import { entry } from './fakeLogs.ts';
import { minute, set } from './sessionSetUp.ts';

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
    assert.ok(
      session.store.entryCount >= rowsAtOnce && session.store.entryCount < all,
      String(session.store.entryCount),
    );
    await session.retry();
    assert.deepEqual([session.state.stopped, session.store.entryCount], [undefined, all]);
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
