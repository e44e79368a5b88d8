import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { checkPath, checkTunnel, type TunnelReach } from '../../../src/tunnels/client/checkTunnel.node.ts';

const token = 'hosted-mcp-tunnel 00000000-0000-4000-8000-000000000000';

interface Responses {
  /** The response of the public URL: its status and body. `undefined` resets the connection. */
  readonly publicUrl: readonly [status: number, body: string] | undefined;
  /** The status of the response that reports the number of sockets. */
  readonly reportStatus?: number;
  /** The reported number of sockets. */
  readonly connectedSockets: number;
  readonly hasOwnSockets: boolean;
}

/** Checks a tunnel whose public URL and tunnel host are one server on loopback. */
async function check({
  publicUrl,
  reportStatus = 200,
  connectedSockets,
  hasOwnSockets,
}: Responses): Promise<TunnelReach> {
  const server = createServer((request, response) => {
    if (request.url === '/api/tunnels/id/status')
      return void response.writeHead(reportStatus).end(JSON.stringify({ connectedSockets }));
    assert.equal(request.url, checkPath);
    if (!publicUrl) return void request.socket.resetAndDestroy();
    response.writeHead(publicUrl[0]).end(publicUrl[1]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const tunnelHost = `localhost:${(server.address() as AddressInfo).port}`;
  try {
    return await checkTunnel(
      { publicUrl: `http://${tunnelHost}`, id: 'id' },
      { tunnelHost, token, hasOwnSockets, timeoutMs: 20_000, signal: new AbortController().signal },
    );
  } finally {
    server.close();
  }
}

describe('the check of a public URL', () => {
  test('does not take an error of the tunnel host for another tunnel, whose sockets it counts', async () => {
    const connected = { hasOwnSockets: true, connectedSockets: 10 };
    assert.equal(await check({ ...connected, publicUrl: undefined }), 'none');
    for (const status of [429, 500, 502, 503, 504])
      assert.equal(
        await check({ ...connected, publicUrl: [status, 'Try again later.'] }),
        'none',
        `${status}`,
      );
  });

  test('does not take an error of the report for another tunnel', async () => {
    const failing = { hasOwnSockets: false, connectedSockets: 10, reportStatus: 503 };
    for (const publicUrl of [[502, ''], [404, ''], undefined] as const)
      assert.equal(await check({ ...failing, publicUrl }), 'none');
  });

  test('has no result if the tunnel host responds, but does not count sockets', async () => {
    const closed = { hasOwnSockets: false, connectedSockets: 10, reportStatus: 404 };
    assert.equal(await check({ ...closed, publicUrl: [404, 'Not found'] }), 'unknown');
    for (const publicUrl of [[502, ''], undefined] as const)
      assert.equal(await check({ ...closed, publicUrl }), 'none');
  });

  test('recognizes this tunnel and another one by the response', async () => {
    const connected = { hasOwnSockets: true, connectedSockets: 10 };
    assert.equal(await check({ ...connected, publicUrl: [200, token] }), 'this');
    const otherToken = token.replaceAll('0', '2');
    assert.equal(await check({ ...connected, publicUrl: [200, otherToken] }), 'other');
  });

  test('recognizes another tunnel by its sockets if this one has none', async () => {
    const closed = { hasOwnSockets: false, publicUrl: [404, 'Not found'] as const };
    assert.equal(await check({ ...closed, connectedSockets: 1 }), 'other');
    assert.equal(await check({ ...closed, connectedSockets: 0 }), 'none');
  });
});
