import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { formatCurl } from '../../../src/tunnels/requests/formatCurl.ts';
import { readToolCall } from '../../../src/tunnels/requests/readCall.ts';
import { createReplay } from '../../../src/tunnels/requests/replay.ts';
import { createExchange, toKeptBody } from '../../kit/exchanges.ts';

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: "it's", arguments: { a: 1 } } };
const requestHeaders = [
  ...['Host', 'octo.example.com', 'Authorization', 'Bearer s3cret', 'Content-Type', 'application/json'],
  ...['Connection', 'X-Hop', 'X-Hop', '1', 'Transfer-Encoding', 'chunked', 'Accept-Encoding', 'gzip'],
];

describe('a curl command', () => {
  test('sends the request to the public URL, with placeholders for credentials', () => {
    const exchange = createExchange(1, call, { path: '/mcp?token=s3cret&a[b]=c', requestHeaders });
    const command = formatCurl(exchange, 'https://octo.example.com/mcp');
    assert.equal(
      command,
      [
        "curl --globoff -X POST 'https://octo.example.com/mcp?token=SECRET&a[b]=c'",
        "-H 'Authorization: Bearer SECRET'",
        "-H 'Content-Type: application/json'",
        `--data-raw '${JSON.stringify(call).replace("'", "'\\''")}'`,
      ].join(' \\\n  '),
    );
    const printed = execFileSync('sh', ['-c', command.replace(/^curl/, "printf '%s\\n'")], {
      encoding: 'utf8',
    });
    assert.equal(printed.trim().split('\n').at(-1), JSON.stringify(call));
  });

  test('has a file in place of a body that was not kept or is not a text', () => {
    for (const chunks of [[], [Uint8Array.of(0xff, 0xfe, 0, 1, 2)]]) {
      const exchange = createExchange(1, {}, { requestHeaders: [], requestBody: { chunks, size: 5 } });
      const [, body] = formatCurl(exchange, 'https://a.example').split(' \\\n  ');
      assert.equal(body, '--data-binary @BODY');
    }
  });

  test('has no body if the request has none, and quotes a method that is not a word', () => {
    const requestBody = { chunks: [], size: 0 };
    const exchange = createExchange(1, {}, { method: 'A;ls', path: '/', requestHeaders: [], requestBody });
    assert.equal(formatCurl(exchange, 'https://a.example'), "curl -X 'A;ls' 'https://a.example/'");
  });
});

describe('a tool call', () => {
  test('is read from a body with a call', () => {
    assert.deepEqual(readToolCall(createExchange(1, call)), { tool: "it's", arguments: { a: 1 } });
    const withoutArguments = { ...call, params: { name: 'add' } };
    assert.deepEqual(readToolCall(createExchange(1, withoutArguments)), { tool: 'add' });
    for (const body of [{ ...call, method: 'tools/list' }, { ...call, params: {} }, [call], null])
      assert.equal(readToolCall(createExchange(1, body)), undefined);
    assert.equal(readToolCall({ requestBody: toKeptBody('{"method":') }), undefined);
  });
});

describe('a replay', () => {
  test('has the headers of the request, except those of its connection', () => {
    const exchange = createExchange(7, call, { path: '/mcp?token=s3cret', requestHeaders });
    const replay = createReplay(exchange);
    const length = String(exchange.requestBody.size);
    assert.deepEqual(replay?.headers, [
      ...requestHeaders.slice(0, 6),
      'Accept-Encoding',
      'gzip',
      'Content-Length',
      length,
    ]);
    assert.deepEqual([replay?.replayOf, replay?.method, replay?.path], [7, 'POST', '/mcp?token=s3cret']);
    assert.equal(String(replay?.body), JSON.stringify(call));
  });

  test('needs the whole body', () => {
    assert.equal(createReplay(createExchange(1, {}, { requestBody: { chunks: [], size: 5 } })), undefined);
    assert.equal(createReplay(createExchange(1, 'x'.repeat(70_000))), undefined);
    const replay = createReplay(createExchange(1, {}, { requestBody: { chunks: [], size: 0 } }));
    // HTTP/1.1 requires a host.
    assert.deepEqual(replay?.headers, ['Host', 'localhost', 'Content-Type', 'application/json']);
  });
});
