import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MessageLog } from '../../../src/inspector/messageLog.ts';

describe('the log of messages', () => {
  test('assigns a response to its request, with separate IDs for each direction', () => {
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

  test('counts the result of a failed tool as an error', () => {
    const log = new MessageLog();
    log.add('sent', { id: 1, method: 'tools/call', params: { name: 'echo' } });
    log.add('received', { id: 1, result: { content: [], isError: true } });
    log.add('received', { id: 2, result: { content: [], isError: false } });
    assert.deepEqual(
      log.range(1, 2).map(({ kind }) => kind),
      ['error', 'answer'],
    );
  });

  test('has the tool, prompt, or resource of a request, and of its response', () => {
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

  test('links a request and its response, and counts kinds and methods', () => {
    const log = new MessageLog();
    log.add('sent', { id: 1, method: 'tools/call' });
    log.add('received', { id: 1, method: 'roots/list' });
    log.add('received', { id: 1, result: {} });
    log.add('sent', { id: 1, error: {} });
    log.add('sent', { id: 2, method: 'ping' });
    assert.deepEqual(
      log.range(0, 9).map(({ pairIndex }) => pairIndex),
      [2, 3, 0, 1, undefined],
    );
    assert.deepEqual(log.kindCounts, { request: 3, answer: 1, error: 1, notification: 0 });
    assert.deepEqual(log.methods, ['tools/call', 'roots/list', 'ping']);
  });

  test('limits the number of method names', () => {
    const log = new MessageLog();
    for (let n = 0; n < 1000; n++) log.add('received', { method: `notifications/${n}` });
    assert.equal(log.methods.length, 200);
    assert.equal(log.kindCounts.notification, 1000);
  });

  test('drops the oldest texts at the size limit, and keeps their rows and the newest text', () => {
    const log = new MessageLog();
    const long = 'x'.repeat(30_000_000);
    for (let id = 1; id <= 5; id++) log.add('received', { id, result: long });
    const kept = log.range(0, 10).map(({ json }) => json !== undefined);
    assert.deepEqual(kept, [false, false, true, true, true]);
    assert.equal(log.length, 5);
    assert.ok((log.at(0)?.size ?? 0) > 30_000_000);
  });

  test('drops the oldest messages at the limit, and the others keep their indexes', () => {
    const log = new MessageLog();
    const total = 260_000;
    log.add('sent', { id: 'open', method: 'tools/call' });
    for (let n = 1; n < total; n++) log.add('received', { method: 'notifications/progress', params: { n } });
    assert.equal(log.length, total);
    const kept = log.range(0, total);
    assert.ok(kept.length <= 200_000 && kept.length >= 180_000, String(kept.length));
    assert.equal(log.firstIndex, total - kept.length);
    assert.equal(log.kindCounts.notification, kept.length);
    assert.equal(log.at(log.firstIndex - 1), undefined);
    assert.equal(
      log.at(log.firstIndex)?.json,
      JSON.stringify({ method: 'notifications/progress', params: { n: log.firstIndex } }),
    );
    assert.equal(
      log.at(total - 1)?.json,
      JSON.stringify({ method: 'notifications/progress', params: { n: total - 1 } }),
    );
    log.add('received', { id: 'open', result: {} });
    assert.equal(log.at(total)?.pairIndex, undefined, 'the request of this answer was dropped');
  });

  test('forgets pending requests with their rows, and truncates long names', () => {
    const log = new MessageLog();
    const long = 'x'.repeat(300);
    // Without texts, whose limit has its own test.
    for (let id = 0; id < 220_000; id++)
      log.add('received', { id: `${id}${long}`, method: long, params: { name: long } }, '');
    const kept = log.range(0, 220_000);
    assert.ok(kept.length <= 200_000);
    const units = kept.reduce(
      (sum, { json = '', method, id = '', subject = '' }) =>
        sum + json.length + method.length + String(id).length + subject.length,
      0,
    );
    assert.ok(units <= 600 * kept.length, String(units));
  });

  test('keeps messages that violate the protocol', () => {
    const log = new MessageLog();
    log.add('received', { id: { odd: true }, hello: 1 });
    assert.deepEqual(
      log.range(0, 1).map(({ kind, method }) => [kind, method]),
      [['answer', '']],
    );
  });
});
