import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasRpcError } from '../../../src/tunnels/requests/readResponse.ts';
import { toKeptBody } from '../../kit/exchanges.ts';

const error = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } };
const toolError = { jsonrpc: '2.0', id: 1, result: { content: [], isError: true } };
const success = { jsonrpc: '2.0', id: 1, result: { content: [{ text: '"error"' }], isError: false } };

const hasError = (body: string, contentType = 'application/json'): boolean =>
  hasRpcError({ responseHeaders: ['Content-Type', contentType], responseBody: toKeptBody(body) });

describe('a JSON-RPC error', () => {
  test('is found in a message, a batch, and the events of a stream', () => {
    for (const message of [error, toolError]) {
      assert.equal(hasError(JSON.stringify(message)), true);
      assert.equal(hasError(JSON.stringify([success, message])), true);
      const stream = `: ping\n\ndata: ${JSON.stringify(success)}\n\ndata: ${JSON.stringify(message)}\n\n`;
      assert.equal(hasError(stream, 'text/event-stream'), true);
      assert.equal(hasError(stream), false);
    }
  });

  test('is not found in other responses', () => {
    for (const body of [JSON.stringify(success), JSON.stringify({ error: 'x' }), '"error"', '{"error"', ''])
      assert.equal(hasError(body), false, body);
    assert.equal(hasRpcError({ responseBody: { chunks: [], size: 50 } }), false);
    assert.equal(hasError(`${JSON.stringify(error)}${' '.repeat(70_000)}`), false);
  });
});
