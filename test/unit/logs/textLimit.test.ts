import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LogStore } from '../../../src/logs/store/logStore.ts';
import { createTextBudget } from '../../../src/logs/textBudget.ts';
import { logEntry } from '../../kit/entries.ts';
import { minute } from '../../kit/time.ts';
import { latest, set } from './sessionSetUp.ts';

const kilobyte = 'x'.repeat(1000);
const lastHour = { range: { since: { ago: 60 * minute } }, filter: {} };

describe('the text that a store holds', () => {
  test('is counted when it is added and removed, with the stored width of each character', () => {
    const store = new LogStore(() => 0);
    const more = { type: '', extraFields: '{"a":1}' };
    store.add([
      logEntry(1, 'abc', more),
      logEntry(2, 'жж', more),
      { ...logEntry(3, '', more), method: 'mm' },
    ]);
    assert.equal(store.columns.textBytes, 3 + 2 * 2 + 2 + more.extraFields.length);
    assert.deepEqual(
      [0, 1, 2].map((slot) => store.columns.countTextBytes(slot)),
      [3, 4, 0].map((bytes) => bytes + more.extraFields.length),
    );
    store.trim(1);
    assert.equal(store.columns.textBytes, 2 * 2 + 2 + more.extraFields.length);
    store.clear();
    assert.equal(store.columns.textBytes, 0);
  });
});

describe('the text of all panels together', () => {
  test('limits each panel by the text of the others, but leaves a minimum', () => {
    const budget = createTextBudget(() => 500);
    const held = { a: 0, b: 480 };
    const a = budget.addPanel(() => held.a);
    const b = budget.addPanel(() => held.b);
    assert.deepEqual([a.limit(), b.limit()], [50, 500]);
    held.b = 100;
    assert.equal(a.limit(), 400);
    b.dispose();
    assert.equal(a.limit(), 500);
  });
});

describe('a panel at its text limit', () => {
  const limit = 2_000_000;

  test('stops reading a range, and reports the reason', async () => {
    const { time, logs, session } = set(0, 1_000_000, limit);
    logs.pageSize = 100;
    for (let age = 10_000; age > 0; age--) logs.entries.push(logEntry(time.now - age * 300, kilobyte));
    await session.load(lastHour, false);
    const { textBytes } = session.store.columns;
    assert.ok(textBytes >= limit && textBytes < limit * 1.5, `${textBytes} bytes`);
    assert.deepEqual([session.status.stopReason, session.status.isTextLimitReached], ['text', true]);
    assert.ok(session.store.gaps.size > 0, 'what is missing is in gaps');
    const { pageRequests } = logs;
    const before = pageRequests.length;
    await session.retry();
    assert.equal(session.status.stopReason, 'text');
    assert.ok(pageRequests.length - before < 10, 'it does not read on');
    assert.equal(await session.loadOlder(), 0);
  });

  test('removes its oldest entries in live mode, but no new ones', async () => {
    const { time, logs, session, texts, poll } = set(0, 1_000_000, limit);
    logs.pageSize = 100;
    await session.load(latest, true);
    assert.equal(session.status.isTextLimitReached, false);
    let last = 0;
    for (let turn = 0; turn < 20; turn++) {
      for (let index = 0; index < 300; index++) {
        logs.entries.push(logEntry(time.now - 300 + index, `${kilobyte}${++last}`));
      }
      await poll();
      const { textBytes } = session.store.columns;
      assert.ok(textBytes < limit * 1.1, `${textBytes} bytes`);
    }
    assert.equal(session.status.isTextLimitReached, true);
    assert.equal(session.store.gaps.size, 0);
    const held = texts().map((text = '') => Number(text.slice(kilobyte.length)));
    const first = held[0] ?? 0;
    assert.ok(held.length > 1500, `${held.length} entries`);
    assert.deepEqual(
      held,
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    await session.load(latest, true);
    session.dispose();
  });
});
