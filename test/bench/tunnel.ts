import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { maxKeptBytes } from '../../src/tunnels/client/exchange.ts';
import { runTunnelFaults, tunnelFaultScenarios } from '../kit/tunnelFaults.ts';
import type { Measurement } from './measurement.ts';
import { sized } from './size.ts';
import { measureInTurns, quantile } from './statistics.ts';
import type { MemoryMessage, ReadyMessage, TunnelRole } from './tunnelChild.ts';

const requestCount = sized(1000, 20);
const requestRounds = sized(10, 1);
const largeBytes = sized(100_000_000, 1_000_000);
const largeRounds = sized(5, 1);
const smallRounds = sized(1500, 3);
const eventRounds = sized(10, 1);
const eventCount = sized(50, 5);
const listedCount = sized(100_000, 100);
const chunk = Buffer.alloc(64_000, 'y');

/**
 * Measures a tunnel with the tunnel host of the sample service. The baseline is a client of the same protocol that only
 * copies bytes. Host, server, tunnel, and baseline are processes of their own.
 */
export async function run(): Promise<Measurement[]> {
  const children: ChildProcess[] = [];
  const start: StartChild = async (role, ...args) => {
    const isCollecting = role === 'collectingTunnel' || role === 'requestLog';
    const child = fork(fileURLToPath(new URL('tunnelChild.ts', import.meta.url)), [role, ...args], {
      execArgv: isCollecting ? ['--expose-gc'] : [],
    });
    children.push(child);
    const [{ ready }] = (await once(child, 'message')) as [ReadyMessage];
    return { child, ready };
  };
  try {
    const [{ ready: host }, { ready: port }] = await Promise.all([start('host'), start('target')]);
    const memory = await measureMemory((role) => start(role, host, port));
    const [tunnel, proxy] = await Promise.all([start('tunnel', host, port), start('proxy', host, port)]);
    const urls = { tunnel: tunnel.ready, proxy: proxy.ready };
    const small = await measureInTurns(
      smallRounds,
      forBoth(urls, async (url) => text(await send(url, '?id=1'))),
    );
    const responses = await measureInTurns(largeRounds, forBoth(urls, receiveLarge));
    const uploads = await measureInTurns(largeRounds, forBoth(urls, sendLarge));
    return [
      {
        name: `Tunnel, ${requestRounds} × ${requestCount.toLocaleString('en')} requests at once: lost, mixed up, or repeated`,
        value: await countWrongResponses(urls.tunnel),
        unit: '',
        budget: { quantity: 'value', max: 0 },
      },
      compare('Tunnel, response of 100 MB', responses, 1.25),
      compare('Tunnel, upload of 100 MB', uploads, 1.25),
      compare('Tunnel, small request', small, 1.5),
      ...(await measureEvents(urls)),
      ...memory,
      ...(await measureRequestLog(start)),
      ...(await measureFaults()),
    ];
  } finally {
    for (const child of children) if (child.connected) child.disconnect();
  }
}

interface StartedChild {
  readonly child: ChildProcess;
  readonly ready: string;
}

type StartChild = (role: TunnelRole, ...args: readonly string[]) => Promise<StartedChild>;

/** Measures the memory that large bodies take in new processes, beyond their memory before. */
async function measureMemory(
  startClient: (role: TunnelRole) => Promise<StartedChild>,
): Promise<Measurement[]> {
  const measure = async (role: TunnelRole) => {
    const { child, ready } = await startClient(role);
    const idle = await readMemory(child);
    await receiveLarge(ready);
    await sendLarge(ready);
    const { peakUsed, peakResident } = await readMemory(child);
    child.disconnect();
    return { used: (peakUsed - idle.used) / 1e6, resident: (peakResident - idle.resident) / 1e6 };
  };
  const { used } = await measure('collectingTunnel');
  const tunnel = await measure('tunnel');
  const proxy = await measure('proxy');
  const name = 'Tunnel, 100 MB in each direction: memory beyond an idle tunnel';
  return [
    { name: `${name}, in use`, value: used, unit: 'MB', budget: { quantity: 'value', max: 30 } },
    {
      name: `${name}, resident with garbage`,
      value: tunnel.resident,
      unit: 'MB',
      baseline: { value: proxy.resident, name: 'Plain TCP proxy' },
    },
  ];
}

/** Measures the memory of listed requests, with small bodies and with the largest ones that are kept. */
async function measureRequestLog(start: StartChild): Promise<Measurement[]> {
  const measure = async (minBodyBytes: number): Promise<number> => {
    const { child, ready } = await start('requestLog', String(listedCount), String(minBodyBytes));
    child.disconnect();
    return Number(ready) / 1e6;
  };
  const name = `Tunnel, memory of ${listedCount.toLocaleString('en')} listed requests`;
  const budget = { quantity: 'value', max: 100 } as const;
  return [
    { name, value: await measure(0), unit: 'MB', budget },
    { name: `${name} with bodies of 64 KB`, value: await measure(maxKeptBytes), unit: 'MB', budget },
  ];
}

/** Counts the problems of tunnels with faults. */
async function measureFaults(): Promise<Measurement[]> {
  const scenarios = tunnelFaultScenarios.slice(0, sized(tunnelFaultScenarios.length, 1));
  const { hung, runaway, left } = await runTunnelFaults(scenarios);
  for (const problem of [...hung, ...runaway, ...left]) console.error(problem);
  return [
    ["requests that don't end, and tunnels that don't open again", hung],
    ['more than 10 reconnects per minute', runaway],
    ['sockets, ports, and timers left behind', left],
  ].map(([name, problems]) => ({
    name: `Tunnel, ${scenarios.length} faults: ${name}`,
    value: problems?.length ?? 0,
    unit: '',
    budget: { quantity: 'value', max: 0 },
  }));
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

/** Returns the number of requests without their own response, of other responses, and of repeated requests. */
async function countWrongResponses(url: string): Promise<number> {
  let wrong = 0;
  for (let round = 0; round < requestRounds; round++) {
    const queries = Array.from({ length: requestCount }, (_, index) => `?id=${round}-${index}`);
    const bodies = await Promise.all(
      queries.map(async (query) => text(await send(url, `/counted${query}`)).catch(() => '')),
    );
    wrong += bodies.filter((body, index) => body !== queries[index]).length;
  }
  return wrong + Number(await text(await send(url, '/repeated')));
}

/** Measures the times from a written to the received event. Tunnel and proxy take turns. */
async function measureEvents(urls: Urls): Promise<Measurement[]> {
  const receive = async (url: string, delays: number[]): Promise<void> => {
    const response = await send(url, '/events');
    const wanted = delays.length + eventCount;
    for await (const part of response) {
      const now = process.hrtime.bigint();
      for (const [, time = '0'] of String(part).matchAll(/^data: (\d+)$/gm))
        delays.push(Number(now - BigInt(time)) / 1e6);
      if (delays.length >= wanted) break;
    }
  };
  const delays: Record<keyof Urls, number[]> = { tunnel: [], proxy: [] };
  for (let round = 0; round < eventRounds; round++) {
    await receive(urls.tunnel, delays.tunnel);
    await receive(urls.proxy, delays.proxy);
  }
  const measureBeyond = (share: number): number =>
    Math.max(0, quantile(delays.tunnel, share) - quantile(delays.proxy, share));
  const name = 'Tunnel, server-sent event: time to its arrival, beyond the proxy';
  return [
    { name, value: measureBeyond(0.5), unit: 'ms', budget: { quantity: 'value', max: 5 } },
    {
      name: `${name}, 99th percentile`,
      value: measureBeyond(0.99),
      unit: 'ms',
      budget: { quantity: 'value', max: 5 },
    },
  ];
}

async function readMemory(child: ChildProcess): Promise<MemoryMessage> {
  child.send('memory');
  const [message] = (await once(child, 'message')) as [MemoryMessage];
  return message;
}
