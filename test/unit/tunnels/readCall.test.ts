import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maxKeptBytes } from '../../../src/tunnels/client/exchange.ts';
import { readCall } from '../../../src/tunnels/requests/readCall.ts';
import { createExchange, toKeptBody } from '../../kit/exchanges.ts';

const rpc = (method: unknown, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });

describe('the JSON-RPC call of a request', () => {
  const calls: readonly (readonly [name: string, body: unknown, call: unknown])[] = [
    ['a method', rpc('ping'), { method: 'ping' }],
    ['a tool', rpc('tools/call', { name: 'add' }), { method: 'tools/call', target: 'add' }],
    ['a resource', rpc('resources/read', { uri: 'a:b' }), { method: 'resources/read', target: 'a:b' }],
    ['a batch', [rpc('a'), rpc('b'), rpc('c'), rpc('d')], { method: 'a, b, c' }],
    ['a batch with one request', [rpc('a', { name: 'x' })], { method: 'a', target: 'x' }],
    [
      'a long name',
      rpc('a'.repeat(500), { name: 'é'.repeat(500) }),
      { method: 'a'.repeat(200), target: 'é'.repeat(200) },
    ],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, undefined],
    ['another object', { method: 'ping' }, undefined],
    ['a method that is not a string', rpc(1), undefined],
    ['a tool whose name is not a string', rpc('tools/call', { name: 1 }), { method: 'tools/call' }],
    ['null', null, undefined],
    ['an empty batch', [], undefined],
  ];
  for (const [name, body, call] of calls)
    test(`is read from ${name}`, () => assert.deepEqual(readCall(createExchange(1, body)), call));

  test('is not read from other types, incomplete bodies, and bodies that are too large', () => {
    const { requestHeaders, requestBody } = createExchange(1, rpc('ping'));
    assert.equal(readCall({ requestHeaders: [], requestBody }), undefined);
    assert.equal(readCall({ requestHeaders, requestBody: toKeptBody('{"jsonrpc":') }), undefined);
    const large = JSON.stringify(rpc('ping', { name: 'x', text: 'x'.repeat(maxKeptBytes) }));
    assert.equal(readCall({ requestHeaders, requestBody: toKeptBody(large) }), undefined);
  });
});
