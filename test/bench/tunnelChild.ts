import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { appendToBody, type Exchange, startExchange } from '../../src/tunnels/client/exchange.ts';
import { registerTunnel } from '../../src/tunnels/client/registerTunnel.node.ts';
import { openTunnel } from '../../src/tunnels/client/tunnel.node.ts';
import { RequestLog } from '../../src/tunnels/requests/requestLog.ts';
import { startTunnelHost } from '../service/tunnels/tunnelHost.ts';

/** The parts of the benchmark, each in a process of its own. */
export type TunnelRole =
  | 'host'
  | 'target'
  | 'tunnel'
  /** A tunnel that collects its garbage at short intervals, to measure the memory in use. Needs `--expose-gc`. */
  | 'collectingTunnel'
  | 'proxy'
  /** A log of requests, without a tunnel. Needs `--expose-gc`. */
  | 'requestLog';

/**
 * The message of a process that is ready: the name of the host, the port of the target, the public URL, or the memory of
 * the log in bytes.
 */
export interface ReadyMessage {
  readonly ready: string;
}

/** The present memory of a process and its peak since the start, in bytes. */
export interface MemoryMessage {
  /** Objects and buffers that are still in use. Only measured in a process with `--expose-gc`. */
  readonly used: number;
  readonly peakUsed: number;
  /** The memory that the system has assigned, which includes garbage. */
  readonly resident: number;
  readonly peakResident: number;
}

const ticket = 'ticket';
/** The time between two events of a stream, in milliseconds. */
const eventIntervalMs = 10;
/** The time between two collections of garbage, in milliseconds. */
const collectionIntervalMs = 20;
const chunk = Buffer.alloc(64_000, 'x');

/** A tunnel host that accepts every ticket. */
async function runHost(): Promise<string> {
  const { name } = await startTunnelHost({ isValidTicket: () => true });
  return name;
}

/** The server on this machine: large responses, uploads, small responses, and event streams. Counts repeated requests. */
async function runTarget(): Promise<string> {
  const counted = new Set<string>();
  let repeated = 0;
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
    } else if (url.pathname === '/counted') {
      if (counted.has(url.search)) repeated++;
      counted.add(url.search);
      response.end(url.search);
    } else response.end(url.pathname === '/repeated' ? String(repeated) : url.search);
  });
  // A reused connection must not be closed while a request arrives.
  server.keepAliveTimeout = 0;
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

const headersOfClient = [
  ['Host', 'octo-ab12cd34.tunnel.example.com'],
  ['User-Agent', 'Claude-User/1.0 (+https://www.example.com/mcp; node 24.1.0)'],
  ['Accept', 'application/json, text/event-stream'],
  ['Accept-Encoding', 'gzip, deflate, br, zstd'],
  ['Content-Type', 'application/json'],
  ['Authorization', `Bearer ${'a'.repeat(800)}`],
  ['MCP-Protocol-Version', '2025-06-18'],
  ['MCP-Session-Id', '3f1b2c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'],
  ['X-Forwarded-For', '203.0.113.7, 10.0.12.4'],
  ['X-Forwarded-Proto', 'https'],
  ['Connection', 'close'],
];
const headersOfServer = [
  ['Content-Type', 'text/event-stream'],
  ['Cache-Control', 'no-cache, no-transform'],
  ['MCP-Session-Id', '3f1b2c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'],
  ['Date', 'Sat, 28 Nov 2026 10:00:00 GMT'],
  ['Transfer-Encoding', 'chunked'],
];

/** Adds a request to a log, in the steps in which the forwarder reports it. No text or body is part of another request. */
function logRequest(log: RequestLog, id: number, minBodyBytes: number): void {
  const copyHeaders = (headers: readonly (readonly string[])[]): string[] =>
    headers.flat().map((text) => Buffer.from(text).toString('latin1'));
  const createBody = (message: object): Buffer => {
    const text = JSON.stringify({ jsonrpc: '2.0', id, ...message });
    return Buffer.from(text.padEnd(minBodyBytes));
  };
  const content = [{ type: 'text', text: `Oslo, day ${id}: 4 °C, light rain, wind from the south-west.` }];
  const request = createBody({
    method: 'tools/call',
    params: { name: 'forecast', arguments: { city: 'Oslo', day: id } },
  });
  const response = createBody({ result: { content, structuredContent: { celsius: 4 }, isError: false } });
  let exchange = startExchange({
    id,
    startedAt: Date.now(),
    method: 'POST',
    path: `/mcp?client=${id}`,
    requestHeaders: copyHeaders([...headersOfClient, ['Content-Length', String(request.length)]]),
  });
  const update = (change: Partial<Exchange>): void => {
    exchange = { ...exchange, ...change };
    log.update(exchange);
  };
  update({});
  update({ requestBody: appendToBody(exchange.requestBody, request, true) });
  update({ status: 200, responseHeaders: copyHeaders(headersOfServer) });
  update({ responseBody: appendToBody(exchange.responseBody, response, true) });
  update({ endedAt: Date.now() });
}

/** Fills a log. Returns its memory in bytes. */
async function runRequestLog(count: number, minBodyBytes: number): Promise<string> {
  const log = new RequestLog(true);
  logRequest(log, 1, minBodyBytes);
  const before = await measureSettled();
  for (let id = 2; id <= count; id++) logRequest(log, id, minBodyBytes);
  const bytes = (await measureSettled()) - before;
  if (log.list(1, count).length !== count) throw new Error('Requests are missing.');
  if (!log.getDetails(count)) throw new Error('The details of the last request are missing.');
  return String(bytes);
}

/** Measures the memory in use after that outside of the heap is freed, which takes a moment. */
async function measureSettled(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return measureUsed();
}

const [role, firstArgument = '', secondArgument = ''] = process.argv.slice(2) as [
  TunnelRole,
  string?,
  string?,
];
const startTunnel = () => runTunnel(firstArgument, Number(secondArgument));
const run = {
  host: runHost,
  target: runTarget,
  tunnel: startTunnel,
  collectingTunnel: startTunnel,
  proxy: () => runProxy(firstArgument, Number(secondArgument)),
  requestLog: () => runRequestLog(Number(firstArgument), Number(secondArgument)),
}[role];
let peakUsed = 0;
process.send?.({ ready: await run() } satisfies ReadyMessage);
/** Returns the size of the objects and buffers that remain after the garbage is collected. */
function measureUsed(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  peakUsed = Math.max(peakUsed, heapUsed + external);
  return heapUsed + external;
}
if (globalThis.gc) setInterval(measureUsed, collectionIntervalMs);
process.on('message', () => {
  const used = measureUsed();
  const peakResident = process.resourceUsage().maxRSS * 1024;
  const message: MemoryMessage = { used, peakUsed, resident: process.memoryUsage.rss(), peakResident };
  process.send?.(message);
});
process.once('disconnect', () => process.exit());
