import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.ts';
import { sized } from './size.ts';
import { measureInTurns, quantile } from './statistics.ts';
import type { MemoryMessage, ReadyMessage, TunnelRole } from './tunnelChild.ts';

const requestCount = sized(1000, 20);
const requestRounds = sized(10, 1);
const largeBytes = sized(100_000_000, 1_000_000);
const largeRounds = sized(5, 1);
const smallRounds = sized(500, 3);
const eventCount = sized(500, 5);
const chunk = Buffer.alloc(64_000, 'y');

/**
 * Measures a tunnel with the tunnel host of the sample service. The baseline is a client of the same protocol that only
 * copies bytes. Host, server, tunnel, and baseline are processes of their own.
 */
export async function run(): Promise<Measurement[]> {
  const children: ChildProcess[] = [];
  const start = async (role: TunnelRole, ...args: readonly string[]) => {
    const child = fork(fileURLToPath(new URL('tunnelChild.ts', import.meta.url)), [role, ...args]);
    children.push(child);
    const [{ ready }] = (await once(child, 'message')) as [ReadyMessage];
    return { child, ready };
  };
  try {
    const [{ ready: host }, { ready: port }] = await Promise.all([start('host'), start('target')]);
    const [tunnel, proxy] = await Promise.all([start('tunnel', host, port), start('proxy', host, port)]);
    const idle = await readMemory(tunnel.child);
    const urls = { tunnel: tunnel.ready, proxy: proxy.ready };
    const small = await measureSmallRequests(urls);
    const events = await measureEvents(urls);
    const responses = await measureInTurns(largeRounds, forBoth(urls, receiveLarge));
    const uploads = await measureInTurns(largeRounds, forBoth(urls, sendLarge));
    const { peakBytes } = await readMemory(tunnel.child);
    const wrong = await countWrongResponses(urls.tunnel);
    return [
      {
        name: `Tunnel, ${requestRounds} × ${requestCount} requests at once: lost, mixed up, or repeated`,
        value: wrong,
        unit: '',
        budget: { quantity: 'value', max: 0 },
      },
      compare('Tunnel, response of 100 MB', responses, 1.25),
      compare('Tunnel, upload of 100 MB', uploads, 1.25),
      compare('Tunnel, small request', small, 1.5),
      {
        name: 'Tunnel, server-sent event: 99th-percentile delay beyond that of the proxy',
        value: Math.max(0, events.tunnel - events.proxy),
        unit: 'ms',
        budget: { quantity: 'value', max: 5 },
      },
      {
        name: 'Tunnel, responses and uploads of 100 MB: memory beyond an idle tunnel',
        value: (peakBytes - idle.bytes) / 1e6,
        unit: 'MB',
        budget: { quantity: 'value', max: 30 },
      },
    ];
  } finally {
    for (const child of children) child.disconnect();
  }
}

interface Urls {
  readonly tunnel: string;
  readonly proxy: string;
}

const forBoth = ({ tunnel, proxy }: Urls, task: (url: string) => Promise<unknown>) => ({
  tunnel: () => task(tunnel),
  proxy: () => task(proxy),
});

function compare(name: string, { tunnel, proxy }: Record<keyof Urls, number>, max: number): Measurement {
  return {
    name,
    value: tunnel,
    unit: 'ms',
    baseline: { value: proxy, name: 'Plain TCP proxy' },
    budget: { quantity: 'ratio', max },
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

async function send(url: string, path: string, body?: Readable): Promise<IncomingMessage> {
  const request = requestHttp(new URL(path, url), { agent, method: body ? 'POST' : 'GET' });
  if (body) body.pipe(request);
  else request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function receiveLarge(url: string): Promise<void> {
  let size = 0;
  for await (const part of await send(url, `/bytes?size=${largeBytes}`)) size += (part as Buffer).length;
  if (size < largeBytes) throw new Error(`Only ${size} bytes arrived.`);
}

async function sendLarge(url: string): Promise<void> {
  const parts = Array.from({ length: Math.ceil(largeBytes / chunk.length) }, () => chunk);
  const size = await text(await send(url, '/upload', Readable.from(parts)));
  if (Number(size) < largeBytes) throw new Error(`Only ${size} bytes arrived.`);
}

/** Returns the number of requests without their own response, and of other responses. */
async function countWrongResponses(url: string): Promise<number> {
  let wrong = 0;
  for (let round = 0; round < requestRounds; round++) {
    const paths = Array.from({ length: requestCount }, (_, index) => `?id=${round}-${index}`);
    const bodies = await Promise.all(paths.map(async (path) => text(await send(url, path)).catch(() => '')));
    wrong += bodies.filter((body, index) => body !== paths[index]).length;
  }
  return wrong;
}

const measureSmallRequests = (urls: Urls) =>
  measureInTurns(
    smallRounds,
    forBoth(urls, async (url) => text(await send(url, '?id=1'))),
  );

/** Returns the 99th percentile of the times from the written to the received event, in milliseconds. */
async function measureEvents(urls: Urls): Promise<Record<keyof Urls, number>> {
  const measure = async (url: string): Promise<number> => {
    const delays: number[] = [];
    for await (const part of await send(url, '/events')) {
      const now = process.hrtime.bigint();
      for (const [, time = '0'] of String(part).matchAll(/^data: (\d+)$/gm))
        delays.push(Number(now - BigInt(time)) / 1e6);
      if (delays.length >= eventCount) break;
    }
    return quantile(delays, 0.99);
  };
  return { tunnel: await measure(urls.tunnel), proxy: await measure(urls.proxy) };
}

async function readMemory(child: ChildProcess): Promise<MemoryMessage> {
  child.send('memory');
  const [message] = (await once(child, 'message')) as [MemoryMessage];
  return message;
}
