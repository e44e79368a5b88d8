import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { probeServer } from '../../../src/tunnels/ports/probeServer.node.ts';

async function probe(handle: RequestListener, signal = new AbortController().signal) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  try {
    return await probeServer((server.address() as AddressInfo).port, signal);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const createResult = (name?: unknown) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    result: { protocolVersion: '2025-06-18', serverInfo: name === undefined ? {} : { name } },
  });

describe('a port', () => {
  test('has an MCP server if it answers `initialize`, at the path that answers', async () => {
    const cases: readonly (readonly [path: string, body: string, expected: unknown])[] = [
      ['/mcp', createResult('tides'), { path: '/mcp', name: 'tides' }],
      ['/', createResult('tides'), { path: '/', name: 'tides' }],
      ['/mcp', `event: message\r\ndata: ${createResult('tides')}\r\n\r\n`, { path: '/mcp', name: 'tides' }],
      ['/mcp', createResult(), { path: '/mcp' }],
      ['/mcp', createResult(7), { path: '/mcp' }],
      ['/mcp', createResult('x'.repeat(500)), { path: '/mcp', name: 'x'.repeat(100) }],
    ];
    for (const [path, body, expected] of cases) {
      const found = await probe((request, response) => void response.end(request.url === path ? body : ''));
      assert.deepEqual(found, expected, body.slice(0, 50));
    }
  });

  test('has no MCP server if it answers something else, too much, or nothing', async () => {
    for (const body of ['', 'null', '[]', '<html>', '{"result":null}', '{"error":{"code":1}}', '"x"']) {
      assert.equal(await probe((_, response) => void response.end(body)), undefined, body);
    }
    assert.equal(await probe((_, response) => void response.end('x'.repeat(1_000_000))), undefined);
    assert.equal(await probe((_, response) => void response.destroy()), undefined);
    assert.equal(await probe(() => undefined, AbortSignal.timeout(50)), undefined);
  });

  test('is found while the event stream with the response stays open', async () => {
    const found = await probe((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(`data: ${createResult('tides')}\n\n`);
    });
    assert.equal(found?.name, 'tides');
  });
});
