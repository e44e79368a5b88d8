import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOnlyRequest, readRequestRows } from '../../../src/logs/requestRows.ts';
import { isToolCall, readToolCall } from '../../../src/logs/toolCall.ts';
import { logEntry as entryAt } from '../../kit/entries.ts';
import { createLogView } from '../../kit/logView.ts';

const start = (content: string | undefined, method = 'tools/call') => ({ type: 'START', method, content });
const entry = (content: string, type = 'DEBUG') => ({ type, content });
const end = { type: 'END', content: undefined };

/** The tool, its arguments, and what is missing of them. */
function read(...entries: Parameters<typeof readToolCall>[0]) {
  const call = readToolCall(entries);
  return call && [call.tool, call.arguments, ...(call.isCut ? ['cut'] : []), ...call.hiddenPaths];
}

describe('the call of a tool in a log', () => {
  test('is recognized by its START entry in common forms', () => {
    const args = { city: 'Oslo', days: 3 };
    const json = JSON.stringify(args);
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'f', arguments: args } };
    for (const entries of [
      [start('f'), entry(`arguments ${json}`), entry('upstream 200'), end],
      [start('f'), entry('cached'), entry(`Arguments: ${JSON.stringify(args, undefined, 2)}`)],
      [start(`f ${json}`), end],
      [start(`f(${json})`)],
      [start(JSON.stringify(rpc))],
      [start(JSON.stringify({ name: 'f', arguments: args }))],
      [start('\u001b[1mf\u001b[0m'), entry(`\u001b[2marguments\u001b[0m ${json}`)],
    ]) {
      assert.deepEqual(read(...entries), ['f', args], JSON.stringify(entries));
    }
  });

  test('has no arguments if the log has none, or only similar text', () => {
    assert.deepEqual(read(start('f'), entry('answered 5 characters', 'INFO'), end), ['f', undefined]);
    // What a tool answers is JSON as well.
    assert.deepEqual(read(start('f'), entry('{"city":"Oslo","wind":{"speed":3}}', 'INFO')), ['f', undefined]);
    assert.deepEqual(read(start('f'), entry('answer {"city":"Oslo"}', 'INFO')), ['f', undefined]);
    assert.deepEqual(read(start('f'), entry('arguments ["Oslo"]')), ['f', undefined]);
    assert.deepEqual(read(start('f'), entry('took arguments {"a":1} of it')), ['f', undefined]);
  });

  test('is undefined if the log has no tool name or no call', () => {
    for (const entries of [
      [],
      [entry('f'), end],
      [start(undefined)],
      [start('')],
      [start('f', 'prompts/get')],
      [start('calls some tool')],
      [start('{"arguments":{}}')],
      [{ ...start('f'), type: 'INFO' }],
    ]) {
      assert.equal(read(...entries), undefined, JSON.stringify(entries));
    }
  });

  test('that was truncated has its complete arguments', () => {
    const whole = '{"city":"Oslo, Norway","tags":["a","b"],"days":3}';
    for (const [length, args] of [
      [whole.length - 1, { city: 'Oslo, Norway', tags: ['a', 'b'] }],
      [35, { city: 'Oslo, Norway' }],
      [15, {}],
      [3, {}],
    ] as const) {
      const part = whole.slice(0, length);
      assert.deepEqual(read(start('f'), entry(`arguments ${part}`)), ['f', args, 'cut'], part);
    }
    const long = `arguments {"q": "a \\", b", "c": [${'{"b": 1}, '.repeat(100_000)}`;
    assert.deepEqual(read(start('f'), entry(long)), ['f', { q: 'a ", b' }, 'cut']);
    const rpc = `{"name":"f","arguments":${whole.slice(0, 35)}`;
    assert.deepEqual(read(start(rpc)), ['f', { city: 'Oslo, Norway' }, 'cut']);
    assert.deepEqual(read(start('f'), entry(`arguments ${whole.slice(0, 35)}…`)), [
      ...['f', { city: 'Oslo, Norway' }, 'cut'],
    ]);
  });

  test('lists hidden arguments, and omits them', () => {
    const args = { user: 'ada', key: '***', login: { password: '[REDACTED]', host: 'h' }, stars: '**' };
    assert.deepEqual(read(start('f'), entry(`arguments ${JSON.stringify(args)}`)), [
      ...['f', { user: 'ada', login: { host: 'h' }, stars: '**' }, 'key', 'login.password'],
    ]);
    const odd = '{"__proto__": {"a": 1}, "b": 2}';
    const [, value] = read(start('f'), entry(`arguments ${odd}`)) ?? [];
    assert.equal(JSON.stringify(value), '{"__proto__":{"a":1},"b":2}');
  });

  test('is offered only at its START entry and the header of its request', () => {
    const head = { entries: 1, errors: 0, warnings: 0, isOpen: false };
    const [requestId, type] = ['r', 'START'];
    assert.ok(isToolCall({ requestId, ...start('f') }));
    assert.ok(isToolCall({ requestId, type: 'INFO', head: { ...head, method: 'tools/call', subject: 'f' } }));
    assert.ok(!isToolCall({ requestId, type, head: { ...head, method: 'tools/list' } }));
    assert.ok(!isToolCall({ requestId, ...entry('f') }));
    assert.ok(!isToolCall(start('f')));
  });
});

describe('the requests of a log', () => {
  function storeOf(...calls: readonly (readonly [requestId: string, tool: string])[]) {
    const { store } = createLogView();
    store.add(
      calls.flatMap(([requestId, tool], index) => [
        entryAt(index * 10, tool, { requestId, type: 'START', method: 'tools/call' }),
        entryAt(index * 10 + 5, 'done', { requestId, type: 'END', durationInMs: 5 }),
      ]),
    );
    return store;
  }

  test('are read completely, in order', () => {
    const store = storeOf(['a', 'f'], ['b', 'g'], ['c', 'f']);
    assert.deepEqual(
      readRequestRows(store, 'b').map(({ type, content }) => [type, content]),
      [
        ['START', 'g'],
        ['END', 'done'],
      ],
    );
    assert.deepEqual(readRequestRows(store, 'd'), []);
  });

  test('contain the only one that called a tool', () => {
    const store = storeOf(['a', 'f'], ['b', 'g'], ['c', 'f']);
    assert.equal(findOnlyRequest(store, 'g'), 'b');
    assert.equal(findOnlyRequest(store, 'f'), undefined);
    assert.equal(findOnlyRequest(store, 'h'), undefined);
    assert.equal(findOnlyRequest(storeOf(), 'f'), undefined);
  });
});
