import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MessageLog } from '../../../src/inspector/messageLog.ts';

describe('the log of messages', () => {
  test('knows an answer by its request, each side by its own numbers', () => {
    let now = 1000;
    const log = new MessageLog(() => now);
    log.add('sent', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } });
    now += 5;
    log.add('received', { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage' });
    now += 10;
    log.add('sent', { jsonrpc: '2.0', id: 1, result: {} });
    now += 20;
    log.add('received', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } });
    log.add('received', { jsonrpc: '2.0', method: 'notifications/progress' });
    assert.deepEqual(
      log
        .range(0, 10)
        .map(({ direction, kind, method, durationMs }) => [direction, kind, method, durationMs]),
      [
        ['sent', 'request', 'tools/call', undefined],
        ['received', 'request', 'sampling/createMessage', undefined],
        ['sent', 'answer', 'sampling/createMessage', 10],
        ['received', 'error', 'tools/call', 35],
        ['received', 'notification', 'notifications/progress', undefined],
      ],
    );
  });

  test('says which tool, prompt or resource a message is about, and its answer, too', () => {
    const log = new MessageLog();
    log.add('sent', { id: 1, method: 'tools/call', params: { name: 'echo' } });
    log.add('sent', { id: 2, method: 'resources/read', params: { uri: 'weather://guide' } });
    log.add('received', { id: 1, result: {} });
    log.add('received', { method: 'notifications/progress', params: { name: 7 } });
    assert.deepEqual(
      log.range(0, 9).map(({ subject }) => subject),
      ['echo', 'weather://guide', 'echo', undefined],
    );
  });

  test('finds a text whatever its case, in methods and contents', () => {
    const log = new MessageLog();
    log.add('sent', { id: 1, method: 'tools/call', params: { name: 'get_forecast' } });
    log.add('received', { id: 1, result: { text: 'Sunny' } });
    assert.deepEqual(log.find('SUNNY', 0), { hits: [1], to: 2 });
    assert.deepEqual(log.find('tools', 0), { hits: [0, 1], to: 2 });
    assert.deepEqual(log.find('rain', 0), { hits: [], to: 2 });
  });

  test('searches many messages in slices, each once', () => {
    const log = new MessageLog();
    const count = 100_000;
    for (let n = 0; n < count; n++) log.add('received', { method: 'said', params: { n: `${n % 1000}.` } });
    const hits: number[] = [];
    const slices: number[] = [];
    for (let from = 0; from < count; ) {
      const found = log.find('"999.', from);
      hits.push(...found.hits);
      slices.push(found.to - from);
      from = found.to;
    }
    assert.deepEqual(
      hits,
      Array.from({ length: 100 }, (_, n) => n * 1000 + 999),
    );
    assert.ok(Math.max(...slices) < count / 2, String(slices));
    assert.deepEqual(log.find('"999.', count), { hits: [], to: count });
  });

  test('searches at least one message at a time, however long it is', () => {
    const log = new MessageLog();
    for (const id of [1, 2]) log.add('received', { id, result: 'x'.repeat(5_000_000) });
    assert.deepEqual(log.find('xx', 0), { hits: [0], to: 1 });
    assert.deepEqual(log.find('xx', 1), { hits: [1], to: 2 });
  });

  test('lets the oldest texts go at the limit, and keeps their lines and the newest text', () => {
    const log = new MessageLog();
    const long = 'x'.repeat(30_000_000);
    for (let id = 1; id <= 5; id++) log.add('received', { id, result: long });
    const kept = log.range(0, 10).map(({ json }) => json !== undefined);
    assert.deepEqual(kept, [false, false, true, true, true]);
    assert.equal(log.length, 5);
    assert.ok((log.at(0)?.size ?? 0) > 30_000_000);
  });

  test('keeps what fits no protocol', () => {
    const log = new MessageLog();
    log.add('received', { id: { odd: true }, hello: 1 });
    assert.deepEqual(
      log.range(0, 1).map(({ kind, method }) => [kind, method]),
      [['answer', '']],
    );
  });
});
