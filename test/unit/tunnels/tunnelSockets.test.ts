import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openTunnelSockets } from '../../../src/tunnels/client/tunnelSockets.node.ts';
import { defaultTunnelTiming, type TunnelTiming } from '../../../src/tunnels/client/tunnelTiming.ts';
import { hour, minute } from '../../kit/time.ts';

const count = 10;

interface SocketHost {
  /** The connected sockets, from the oldest to the newest. */
  readonly connected: Set<Socket>;
  /** Called with each socket that connects. */
  onSocket: (socket: Socket) => void;
  /** Sends a request on a socket, and closes it. */
  serve(socket: Socket): void;
  /** Returns the number of sockets that the client has opened so far. */
  countOpened(): Promise<number>;
}

interface OpenedSockets {
  readonly host: SocketHost;
  readonly client: { readonly connected: number; readonly hasFailed: boolean };
}

/** Opens sockets to a tunnel host on loopback. They are closed after the test. */
async function openSockets(context: TestContext, timing: Partial<TunnelTiming>): Promise<OpenedSockets> {
  let accepted = 0;
  let probes = 0;
  const host: SocketHost = {
    connected: new Set(),
    onSocket: () => undefined,
    serve: (socket) => void socket.end('request'),
    async countOpened() {
      // Connections are accepted in their order, so that all earlier ones are counted.
      probes++;
      const probe = connect(address.port, address.address).end();
      await once(probe.resume(), 'close');
      return accepted - probes;
    },
  };
  const server = createServer((socket) => {
    accepted++;
    socket.once('error', () => undefined).once('end', () => socket.end());
    socket.once('close', () => host.connected.delete(socket));
    socket.once('data', () => {
      host.connected.add(socket);
      host.onSocket(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const served = new Set<Socket>();
  const client = { connected: 0, hasFailed: false };
  const sockets = openTunnelSockets({
    host: address.address,
    port: address.port,
    id: 'tunnel',
    count,
    timing: { ...defaultTunnelTiming, ...timing },
    onSocket: (socket) => void socket.once('data', () => served.add(socket)),
    hasServed: (socket) => served.has(socket),
    onCount: (connected) => void Object.assign(client, { connected }),
  });
  context.after(async () => {
    sockets.close();
    await Promise.all([once(server.close(), 'close'), waitFor(() => client.connected === 0)]);
  });
  void sockets.hasFailed.then(() => (client.hasFailed = true));
  const opened = { host, client };
  await waitForConnected(opened, count);
  return opened;
}

/** Resolves once both sides have noticed the number of connected sockets. */
const waitForConnected = (
  { host, client }: Pick<OpenedSockets, 'host' | 'client'>,
  connected: number,
): Promise<void> => waitFor(() => client.connected === connected && host.connected.size === connected);

async function waitFor(condition: () => boolean): Promise<void> {
  // Tests replace `performance.now` and the timers.
  for (const start = process.hrtime.bigint(); !condition(); await setImmediate())
    if (process.hrtime.bigint() - start > 20_000_000_000n)
      throw new Error('The sockets did not change in time.');
}

/** Replaces the clock and the random numbers, so that each delay has its minimum. Returns a function that advances time. */
function mockTime({ mock }: TestContext): (ms: number) => void {
  let now = 0;
  mock.method(Math, 'random', () => 0);
  mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setTimeout'] });
  return (ms) => {
    now += ms;
    mock.timers.tick(ms);
  };
}

test('sockets that carried requests are replaced at once, also by the hundred', async (context) => {
  const { host } = await openSockets(context, { baseDelayMs: hour, reopenMs: hour, acceptedMs: hour });
  let requests = 0;
  let most = 0;
  const serve = (socket: Socket): void => {
    most = Math.max(most, host.connected.size);
    if (requests++ < 500) host.serve(socket);
  };
  host.onSocket = serve;
  for (const socket of host.connected) serve(socket);
  await waitFor(() => requests === 500 + count);
  await waitFor(() => host.connected.size === count);
  assert.equal(await host.countOpened(), 500 + count);
});

test('sockets that are dropped while others carry requests are not replaced with each request', async (context) => {
  const { host } = await openSockets(context, { baseDelayMs: 1, maxDelayMs: 1, reopenMs: hour });
  for (let requests = 1; requests <= 30; requests++) {
    const [used, ...unused] = host.connected;
    assert.ok(used);
    for (const socket of unused) socket.destroy();
    host.serve(used);
    await waitFor(() => !host.connected.has(used) && host.connected.size > 0);
  }
  assert.equal(await host.countOpened(), count + 30);
});

test('sockets are given up at once if the limit is reached while none is connected', async (context) => {
  const { host, client } = await openSockets(context, { baseDelayMs: hour, reopenMs: hour });
  const [used, ...unused] = host.connected;
  assert.ok(used);
  host.onSocket = (socket) => void socket.destroy();
  for (const socket of unused) socket.destroy();
  host.serve(used);
  await waitFor(() => client.hasFailed);
  assert.equal(await host.countOpened(), count + 1);
});

test('dropped sockets are replaced one at a time, later with each failure, and all after one remains', async (context) => {
  const pass = mockTime(context);
  const opened = await openSockets(context, {});
  const { host } = opened;
  pass(minute);
  const [, ...dropped] = host.connected;
  for (const socket of dropped) socket.destroy();
  await waitForConnected(opened, 1);
  pass(999);
  assert.equal(await host.countOpened(), count);
  pass(1);
  await waitForConnected(opened, 2);
  [...host.connected].at(-1)?.destroy();
  await waitForConnected(opened, 1);
  pass(29_999);
  assert.equal(await host.countOpened(), count + 1);
  pass(1);
  await waitForConnected(opened, 2);
  assert.equal(await host.countOpened(), count + 2);
  pass(defaultTunnelTiming.acceptedMs);
  await waitForConnected(opened, count);
});

test('sockets that are dropped again and again are replaced ten times a minute', async (context) => {
  const pass = mockTime(context);
  const opened = await openSockets(context, {});
  const { host } = opened;
  const minutes = 10;
  let closed = 0;
  const settle = async (): Promise<void> => waitForConnected(opened, (await host.countOpened()) - closed);
  let requests = 0;
  for (let ms = 0; ms < minutes * minute; ms += 1000) {
    const [used, ...unused] = host.connected;
    assert.ok(used);
    closed += host.connected.size;
    requests++;
    for (const socket of unused) socket.destroy();
    host.serve(used);
    await waitFor(() => !host.connected.has(used));
    await settle();
    pass(1000);
    await settle();
  }
  const reopened = (await host.countOpened()) - count - requests;
  assert.ok(reopened >= 9 * minutes && reopened <= 10 * minutes, `${reopened} sockets`);
});
