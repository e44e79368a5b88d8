import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, request as requestHttp } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { decodeBody, type Exchange, emptyBody } from '../../../src/tunnels/client/exchange.ts';
import { createForwarder, type Forwarder } from '../../../src/tunnels/client/forwarder.node.ts';
import { createReplay } from '../../../src/tunnels/requests/replay.ts';
import { waitFor } from '../../kit/eventLoop.ts';

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

/** Starts a local server, and a server whose connections go to a forwarder. `handler` undefined: no server is listening. */
async function useForwarder(
  handler: RequestListener | undefined,
  body: (parts: {
    readonly port: number;
    readonly localPort: number;
    readonly exchanges: Map<number, Exchange>;
    readonly forwarder: Forwarder;
  }) => Promise<void>,
  keepsBodies = true,
): Promise<void> {
  const local = createServer(handler ?? (() => undefined));
  await new Promise<void>((resolve) => local.listen(0, 'localhost', resolve));
  const localPort = portOf(local);
  if (!handler) await new Promise((resolve) => local.close(resolve));
  const exchanges = new Map<number, Exchange>();
  const forwarder = createForwarder({
    localPort,
    keepsBodies: () => keepsBodies,
    onExchange: (exchange) => exchanges.set(exchange.id, exchange),
    describeFailure: (failure) => `Failure: ${failure}`,
    checkToken: 'token',
  });
  const entry = createTcpServer((socket) => forwarder.accept(socket));
  await new Promise<void>((resolve) => entry.listen(0, '127.0.0.1', resolve));
  try {
    await body({ port: portOf(entry), localPort, exchanges, forwarder });
  } finally {
    forwarder.close();
    entry.close();
    local.closeAllConnections();
    local.close();
  }
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function send(
  port: number,
  { method = 'GET', path = '/', headers = {}, body }: Sent = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = requestHttp({ host: '127.0.0.1', port, method, path, headers, agent: false });
    request.once('response', resolve).once('error', reject);
    request.end(body);
  });
}

describe('a forwarder', () => {
  test('forwards method, path, headers, and bodies, with the local host', async () => {
    await useForwarder(
      async (request, response) => {
        const { method, url, headers } = request;
        response.writeHead(
          201,
          'Made',
          [
            ['X-A', '1'],
            ['X-A', '2'],
            ['Connection', 'X-Secret'],
            ['X-Secret', '3'],
          ].flat(),
        );
        response.end(JSON.stringify({ method, url, headers, body: await text(request) }));
      },
      async ({ port, localPort, exchanges }) => {
        const headers = {
          Host: 'octo.example.com',
          'Content-Type': 'text/plain',
          Connection: 'X-Hop',
          'X-Hop': '1',
        };
        const response = await send(port, { method: 'PUT', path: '/a?b=%20c', headers, body: 'Bodø' });
        assert.equal(response.statusCode, 201);
        assert.equal(response.statusMessage, 'Made');
        assert.deepEqual(response.headersDistinct['x-a'], ['1', '2']);
        assert.equal(response.headers['x-secret'], undefined);
        const seen = JSON.parse(await text(response));
        assert.deepEqual([seen.method, seen.url, seen.body], ['PUT', '/a?b=%20c', 'Bodø']);
        assert.equal(seen.headers.host, `localhost:${localPort}`);
        assert.equal(seen.headers['x-forwarded-host'], 'octo.example.com');
        assert.equal(seen.headers['x-hop'], undefined);
        const [exchange] = exchanges.values();
        assert.equal(exchange?.status, 201);
        assert.equal(exchange?.requestBody.size, 5);
        assert.ok(exchange?.endedAt);
      },
    );
  });

  test('sends a request again as a new exchange, also with an error of the local server', async () => {
    const seen: unknown[] = [];
    await useForwarder(
      async (request, response) => {
        const { method, url, headers } = request;
        seen.push([method, url, headers.authorization, headers['x-forwarded-host'], await text(request)]);
        if (seen.length === 3) response.destroy();
        else response.end(`response ${seen.length}`);
      },
      async ({ port, exchanges, forwarder }) => {
        const headers = {
          Host: 'octo.example.com',
          Authorization: 'Bearer s3cret',
          'Transfer-Encoding': 'chunked',
        };
        await text(await send(port, { method: 'POST', path: '/a?b', headers, body: 'Bodø' }));
        const waitForEnd = async (id: number): Promise<Exchange | undefined> => {
          while (exchanges.get(id)?.endedAt === undefined)
            await new Promise((resolve) => setTimeout(resolve, 5));
          return exchanges.get(id);
        };
        const first = await waitForEnd(1);
        const replay = first && createReplay(first);
        assert.ok(replay);
        forwarder.replay(replay);
        const second = await waitForEnd(2);
        assert.deepEqual([second?.replayOf, second?.status, second?.failure], [1, 200, undefined]);
        assert.equal(decodeBody(second?.responseBody ?? emptyBody), 'response 2');
        forwarder.replay(replay);
        assert.equal((await waitForEnd(3))?.failure, 'incomplete');
        assert.deepEqual(seen[0], ['POST', '/a?b', 'Bearer s3cret', 'octo.example.com', 'Bodø']);
        assert.deepEqual(seen[1], seen[0]);
      },
    );
  });

  test('streams the events of a response when they are written', async () => {
    const { promise: hasRead, resolve: readFirst } = Promise.withResolvers<void>();
    await useForwarder(
      async (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write('data: 1\n\n');
        await hasRead;
        response.end('data: 2\n\n');
      },
      async ({ port }) => {
        const response = await send(port);
        let seen = '';
        for await (const chunk of response) {
          seen += chunk;
          readFirst();
        }
        assert.equal(seen, 'data: 1\n\ndata: 2\n\n');
      },
    );
  });

  for (const [name, contentType, body, expected] of [
    [
      'a JSON-RPC error',
      'application/json',
      { jsonrpc: '2.0', id: 7, method: 'tools/list' },
      { jsonrpc: '2.0', id: 7, error: { code: -32000, message: 'Failure: refused' } },
    ],
    [
      'JSON-RPC errors for a batch',
      'application/json; charset=utf-8',
      [
        { jsonrpc: '2.0', id: 'a', method: 'ping' },
        { jsonrpc: '2.0', method: 'x' },
      ],
      [{ jsonrpc: '2.0', id: 'a', error: { code: -32000, message: 'Failure: refused' } }],
    ],
    ['a text for a notification', 'application/json', { jsonrpc: '2.0', method: 'x' }, undefined],
    ['a text for another request', 'text/plain', {}, undefined],
  ] as const)
    test(`sends ${name} at once if the local server is down, also if bodies aren't kept`, async () => {
      const sendToClosedPort = (keepsBodies: boolean) =>
        useForwarder(
          undefined,
          async ({ port, exchanges }) => {
            const response = await send(port, {
              method: 'POST',
              headers: { 'Content-Type': contentType },
              body: JSON.stringify(body),
            });
            assert.equal(response.statusCode, 502);
            const received = await text(response);
            if (expected) assert.deepEqual(JSON.parse(received), expected);
            else assert.equal(received, 'Failure: refused\n');
            const [exchange] = exchanges.values();
            assert.equal(exchange?.failure, 'refused');
            // The caller removes it.
            assert.equal(exchange.requestBody.chunks.length, 1);
          },
          keepsBodies,
        );
      await sendToClosedPort(true);
      await sendToClosedPort(false);
    });

  test('supports `Expect: 100-continue`, trailers, and several requests on a connection', async () => {
    await useForwarder(
      async (request, response) => {
        const body = await text(request);
        response.writeHead(200, { Trailer: 'X-Sum' });
        response.write(body);
        response.addTrailers({ 'X-Sum': `${body.length}${request.trailers['x-end'] ?? ''}` });
        response.end();
      },
      async ({ port }) => {
        const socket = connect(port, '127.0.0.1');
        let received = '';
        socket.on('data', (chunk) => (received += chunk));
        const until = async (pattern: RegExp) => {
          while (!pattern.test(received)) await new Promise((resolve) => setImmediate(resolve));
          received = '';
        };
        socket.write('POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n');
        await until(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
        socket.write('ok');
        await until(/\r\nok\r\n0\r\nX-Sum: 2\r\n\r\n$/);
        socket.write(
          'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-End: z\r\n\r\n',
        );
        await until(/\r\nabc\r\n0\r\nX-Sum: 3z\r\n\r\n$/);
        socket.destroy();
      },
    );
  });

  test('refuses WebSocket, but ignores an upgrade to HTTP/2', async () => {
    await useForwarder(
      (_, response) => void response.end('plain'),
      async ({ port }) => {
        const upgrade = (protocol: string) =>
          send(port, { headers: { Connection: 'Upgrade', Upgrade: protocol } });
        assert.equal((await upgrade('websocket')).statusCode, 501);
        assert.equal(await text(await upgrade('h2c')), 'plain');
      },
    );
  });

  test('ends a response that the local server does not complete as incomplete', async () => {
    await useForwarder(
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('a');
        setImmediate(() => response.destroy());
      },
      async ({ port, exchanges }) => {
        await assert.rejects(async () => text(await send(port)));
        assert.equal([...exchanges.values()][0]?.failure, 'incomplete');
      },
    );
  });

  test('does not take the end of an event stream by its client for a failure', async () => {
    await useForwarder(
      (request, response) => {
        const type = request.url === '/events' ? 'text/event-stream' : 'application/json';
        response.writeHead(200, { 'Content-Type': type }).write('data: 1\n\n');
      },
      async ({ port, exchanges }) => {
        for (const path of ['/events', '/other']) (await send(port, { path })).destroy();
        const isEnded = (id: number): boolean => exchanges.get(id)?.endedAt !== undefined;
        await waitFor(() => isEnded(1) && isEnded(2));
        assert.deepEqual([exchanges.get(1)?.failure, exchanges.get(2)?.failure], [undefined, 'aborted']);
      },
    );
  });

  test('cancels an open exchange, also one that was sent again', async () => {
    await useForwarder(
      (_, response) => void response.writeHead(200).write('part'),
      async ({ port, exchanges, forwarder }) => {
        const response = await send(port);
        const first = exchanges.get(1);
        assert.ok(first);
        forwarder.cancel(1);
        await assert.rejects(text(response));
        const replay = createReplay(first);
        assert.ok(replay);
        forwarder.replay(replay);
        await waitFor(() => exchanges.get(2)?.status === 200);
        forwarder.cancel(2);
        forwarder.cancel(2);
        await waitFor(() => exchanges.get(2)?.endedAt !== undefined);
        assert.deepEqual([exchanges.get(1)?.failure, exchanges.get(2)?.failure], ['aborted', 'aborted']);
      },
    );
  });
});
