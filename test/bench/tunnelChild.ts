import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { registerTunnel } from '../../src/tunnels/client/registerTunnel.node.ts';
import { openTunnel } from '../../src/tunnels/client/tunnel.node.ts';
import { startTunnelHost } from '../service/tunnels/tunnelHost.ts';

/** The parts of the benchmark, each in a process of its own. */
export type TunnelRole = 'host' | 'target' | 'tunnel' | 'proxy';

/** The message of a process that is ready: the name of the host, the port of the target, or the public URL. */
export interface ReadyMessage {
  readonly ready: string;
}

/** The peak and the present size of the memory of a process, in bytes. */
export interface MemoryMessage {
  readonly peakBytes: number;
  readonly bytes: number;
}

const ticket = 'ticket';
/** The time between two events of a stream, in milliseconds. */
const eventIntervalMs = 10;
const chunk = Buffer.alloc(64_000, 'x');

/** A tunnel host that accepts every ticket. */
async function runHost(): Promise<string> {
  const { name } = await startTunnelHost({ isValidTicket: () => true });
  return name;
}

/** The server on this machine: large responses, uploads, small responses, and event streams. */
async function runTarget(): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/bytes') {
      const count = Math.ceil(Number(url.searchParams.get('size')) / chunk.length);
      pipeline(Readable.from(Array.from({ length: count }, () => chunk)), response, () => undefined);
    } else if (url.pathname === '/upload') {
      let size = 0;
      request.on('data', (part: Buffer) => (size += part.length));
      request.once('end', () => response.end(String(size)));
    } else if (url.pathname === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const timer = setInterval(
        () => response.write(`data: ${process.hrtime.bigint()}\n\n`),
        eventIntervalMs,
      );
      response.once('close', () => clearInterval(timer));
    } else response.end(url.search);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return String((server.address() as AddressInfo).port);
}

/** The tunnel of the extension. */
function runTunnel(tunnelHost: string, localPort: number): Promise<string> {
  return new Promise((resolve) => {
    openTunnel({
      localPort,
      keepsBodies: () => true,
      onExchange: () => undefined,
      describeFailure: (failure) => failure,
      getTicket: async () => ({ subdomain: 'tunnel', tunnelHost, ticket }),
      onState(state) {
        if (state.kind === 'open') resolve(state.publicUrl);
      },
    });
  });
}

/** A client of the same protocol that copies the bytes of each socket to the server, and back. */
async function runProxy(tunnelHost: string, localPort: number): Promise<string> {
  const grant = await registerTunnel(
    { subdomain: 'proxy', tunnelHost, ticket },
    new AbortController().signal,
  );
  const open = (): void => {
    const socket = connect({ host: grant.socketHost, port: grant.socketPort, noDelay: true });
    const local = connect({ host: 'localhost', port: localPort, noDelay: true });
    socket.write(`${grant.id}\n`);
    socket.pipe(local).pipe(socket);
    for (const one of [socket, local]) one.on('error', () => undefined);
    socket.once('close', () => local.destroy());
    local.once('close', () => socket.destroy());
    socket.once('close', open);
  };
  for (let count = 0; count < grant.maxSocketCount; count++) open();
  return grant.publicUrl;
}

const [role, tunnelHost = '', localPort = ''] = process.argv.slice(2) as [TunnelRole, string?, string?];
const run = {
  host: runHost,
  target: runTarget,
  tunnel: () => runTunnel(tunnelHost, Number(localPort)),
  proxy: () => runProxy(tunnelHost, Number(localPort)),
}[role];
process.send?.({ ready: await run() } satisfies ReadyMessage);
process.on('message', () => {
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  process.send?.({ peakBytes, bytes: process.memoryUsage.rss() } satisfies MemoryMessage);
});
process.once('disconnect', () => process.exit());
