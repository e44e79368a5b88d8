import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logEntry } from '../../kit/entries.ts';
import { minute } from '../../kit/time.ts';
import { latest, set } from './sessionSetUp.ts';

describe('older entries', () => {
  test('continue the loaded ones without a gap or a repetition, also within a millisecond', async () => {
    const { logs, session, texts, time } = set();
    logs.pageSize = 3;
    const at = time.now - minute;
    logs.entries.push(
      ...['a', 'b', 'b', 'c', 'd'].map((text, index) => logEntry(index === 0 ? at - 9000 : at, text)),
    );
    await session.load(latest, false);
    assert.deepEqual(texts(), ['b', 'c', 'd']);
    assert.equal(await session.loadOlder(), 1);
    assert.deepEqual(texts(), ['b', 'b', 'c', 'd']);
    assert.equal(await session.loadOlder(), 1);
    assert.deepEqual(texts(), ['a', 'b', 'b', 'c', 'd']);
    assert.equal(session.status.searchedBackTo, undefined);
    assert.equal(await session.loadOlder(), 0);
    assert.ok((session.status.searchedBackTo ?? 0) < at);
  });

  test('are searched for before the start of a range, not before its first row', async () => {
    const { logs, session, time } = set();
    const since = { at: time.now - 60 * minute };
    logs.entries.push(logEntry(time.now - minute));
    await session.load({ range: { since }, filter: {} }, false);
    logs.pageRequests.length = 0;
    await session.loadOlder();
    assert.equal(logs.pageRequests[0]?.until, new Date(since.at).toISOString());
  });

  test('are read one search at a time', async () => {
    const { logs, session, time } = set();
    logs.entries.push(logEntry(time.now - minute, 'old'));
    await session.load({ range: { since: { ago: 1000 } }, filter: {} }, false);
    const both = await Promise.all([session.loadOlder(), session.loadOlder()]);
    assert.deepEqual(both, [1, 0]);
  });

  test('are not stored after a cancellation, which is remembered', async () => {
    const { logs, session, time } = set();
    logs.entries.push(logEntry(time.now, 'a'));
    await session.load(latest, false);
    const release = logs.hold();
    const searching = session.loadOlder();
    assert.equal(session.status.task, 'older');
    session.cancel();
    release();
    assert.equal(await searching, 0);
    const { task, failure, stopReason, searchedBackTo } = session.status;
    assert.deepEqual(
      [task, failure, stopReason, searchedBackTo],
      [undefined, undefined, undefined, undefined],
    );
  });

  test('report a failed search, which can be retried', async () => {
    const { logs, session, texts, time } = set();
    logs.entries.push(logEntry(time.now - minute, 'old'));
    await session.load({ range: { since: { ago: 1000 } }, filter: {} }, false);
    const error = new Error('down');
    logs.failures.push(error);
    assert.equal(await session.loadOlder(), 0);
    assert.deepEqual(session.status.failure, { task: 'older', error });
    await session.retry();
    assert.deepEqual([texts(), session.status.failure], [['old'], undefined]);
  });

  test('can have their failure dismissed', async () => {
    const { logs, session } = set();
    await session.load(latest, false);
    logs.failures.push(new Error('down'));
    await session.loadOlder();
    session.dismiss();
    assert.equal(session.status.failure, undefined);
  });
});
