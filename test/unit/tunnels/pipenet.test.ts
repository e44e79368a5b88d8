import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, request as requestHttp } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { createServer } from 'pipenet/server';
import { openTunnel, type Tunnel } from '../../../src/tunnels/client/tunnel.node.ts';
import type { TunnelState } from '../../../src/tunnels/client/tunnelState.ts';
import { defaultTunnelTiming } from '../../../src/tunnels/client/tunnelTiming.ts';

const subdomain = 'octo-test';
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function findFreePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a server of pipenet on loopback. Returns a function that stops it and closes its connections. */
async function startPipenet(port: number, tunnelPort: number): Promise<() => Promise<void>> {
  const server = createServer({ domains: ['localhost'], tunnelPort, maxTcpSockets: 10 });
  const { tunnelServer } = server;
  assert.ok(tunnelServer);
  const sockets = new Set<Socket>();
  // The server of the sockets has no public method that closes them.
  const socketServer = (tunnelServer as unknown as { readonly server: Server }).server;
  for (const one of [server, socketServer])
    one.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  await tunnelServer.listen(tunnelPort, '127.0.0.1');
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    const hasClosed = [server, socketServer].map((one) => new Promise((resolve) => one.close(resolve)));
    for (const socket of sockets) socket.destroy();
    await Promise.all(hasClosed);
  };
}

async function sendPublic(port: number, path: string): Promise<IncomingMessage> {
  const headers = { Host: `${subdomain}.localhost:${port}` };
  const request = requestHttp({ host: '127.0.0.1', port, path, headers, agent: false }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

describe('a tunnel on a server of pipenet', () => {
  test('forwards parallel requests and a stream, and returns after the server restarts', async () => {
    const hasRead = Promise.withResolvers<void>();
    const local = createHttpServer(async (request, response) => {
      if (request.url !== '/events') return void response.end(`local ${request.url}`);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
      await hasRead.promise;
      response.end('data: 2\n\n');
    });
    local.listen(0, 'localhost');
    await once(local, 'listening');
    const [port, tunnelPort] = [await findFreePort(), await findFreePort()];
    let stop = await startPipenet(port, tunnelPort);
    const tunnel: Tunnel = openTunnel({
      localPort: portOf(local),
      keepsBodies: () => true,
      onExchange: () => undefined,
      describeFailure: (failure) => failure,
      getTicket: async () => ({ subdomain, tunnelHost: `localhost:${port}`, ticket: 'ticket' }),
      onState: () => undefined,
      timing: { ...defaultTunnelTiming, baseDelayMs: 50, maxDelayMs: 200 },
    });
    const waitForState = async (kind: TunnelState['kind']) => {
      while (tunnel.state.kind !== kind) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    try {
      await waitForState('open');
      const paths = Array.from({ length: 50 }, (_, index) => `/${index}`);
      const bodies = await Promise.all(paths.map(async (path) => text(await sendPublic(port, path))));
      assert.deepEqual(
        bodies,
        paths.map((path) => `local ${path}`),
      );
      let events = '';
      for await (const chunk of await sendPublic(port, '/events')) {
        events += chunk;
        hasRead.resolve();
      }
      assert.equal(events, 'data: 1\n\ndata: 2\n\n');
      await stop();
      await waitForState('interrupted');
      stop = await startPipenet(port, tunnelPort);
      await waitForState('open');
      assert.equal(await text(await sendPublic(port, '/again')), 'local /again');
    } finally {
      tunnel.close();
      await stop();
      local.closeAllConnections();
      local.close();
    }
  });
});
