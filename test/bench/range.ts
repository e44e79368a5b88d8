import { createClient, type LogEntry } from '../../src/api/client.ts';
import { sleep } from '../../src/api/sleep.ts';
import type { Connection } from '../../src/auth/connection.ts';
import { EnvironmentSession } from '../../src/logs/read/environmentSession.ts';
import { createEnvironmentSource } from '../../src/logs/read/environmentSource.ts';
import type { LogSource } from '../../src/logs/read/logSource.ts';
import { readTimePages } from '../../src/logs/read/timePages.ts';
import { LogStore } from '../../src/logs/store/logStore.ts';
import type { Measurement } from './measurement.ts';
import { type ServiceProcess, startServiceProcess } from './serviceProcess.ts';
import { sized } from './size.ts';
import { measureInTurns } from './statistics.ts';

const entries = sized(100_000, 2000);
const weekMs = 7 * 24 * 3_600_000;
/** The delay of each response that simulates a network, in milliseconds. */
const awayMs = 20;

/**
 * Measures reading a time range into the store with the real client, against fetching the same pages alone.
 */
export async function run(): Promise<Measurement[]> {
  const service = await startServiceProcess('--entries', String(entries));
  try {
    const range = { since: Date.now() - weekMs, until: Date.now() };
    const pages: string[] = [];
    const store = new LogStore(() => Date.now());
    await read(
      service,
      range,
      (entries) => store.add(entries),
      (url) => pages.push(url),
    );
    const rows = store.entryCount;
    if (rows < entries) throw new Error(`Only ${rows} of at least ${entries} entries were loaded.`);
    const windows = () => readInWindows(service, range);
    const fetch = () => fetchAll(service, pages);
    const time = await measureInTurns(sized(12, 1), {
      store: () => {
        const measured = new LogStore(() => Date.now());
        return read(service, range, (entries) => measured.add(entries));
      },
      client: () => read(service, range),
      windows,
      fetch,
    });
    await service.steer('faults', { delayMs: awayMs });
    const afterAbsence = await measureInTurns(sized(3, 1), { windows, fetch });
    const baseline = { value: time.fetch, name: `Fetching the same ${pages.length} pages` };
    const name = `Loading a time range of ${rows.toLocaleString('en')} entries`;
    const createMeasurement = (how: string, value: number, max?: number): Measurement => ({
      name: `${name}${how}`,
      value,
      unit: 'ms',
      baseline,
      ...(max !== undefined && { budget: { quantity: 'ratio', max } }),
    });
    return [
      createMeasurement(', as the log panel does, in parallel', time.windows, 1.1),
      createMeasurement(', page by page into the store', time.store),
      createMeasurement(', page by page, client alone', time.client),
      {
        ...createMeasurement(
          `, as the log panel does, each response delayed by ${awayMs} ms`,
          afterAbsence.windows,
          0.5,
        ),
        baseline: { ...baseline, value: afterAbsence.fetch },
      },
    ];
  } finally {
    await service.close();
  }
}

async function readInWindows(
  service: ServiceProcess,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<void> {
  const session = new EnvironmentSession({
    source: sourceOf(service),
    now: Date.now,
    sleep,
    random: Math.random,
    onChange: () => undefined,
    onReset: () => undefined,
    onStatus: () => undefined,
    rowLimit: () => 2_000_000,
    textLimit: () => Number.POSITIVE_INFINITY,
  });
  await session.load({ range: { since: { at: since }, until: { at: until } }, filter: {} }, false);
  if (session.store.entryCount < entries)
    throw new Error(`Only ${session.store.entryCount} of at least ${entries} entries were loaded.`);
  session.dispose();
}

async function read(
  service: ServiceProcess,
  range: { readonly since: number; readonly until: number },
  take: (entries: readonly LogEntry[]) => unknown = () => undefined,
  onFetch: (url: string) => void = () => undefined,
): Promise<void> {
  const source = sourceOf(service, onFetch);
  for await (const { logs } of readTimePages(source, range, new AbortController().signal)) take(logs);
}

function sourceOf(
  { url, apiKey, environmentId }: ServiceProcess,
  onFetch: (url: string) => void = () => undefined,
): LogSource {
  const client = createClient({
    baseUrl: url,
    getToken: async () => apiKey,
    fetch: (input, init) => {
      onFetch(String(input instanceof Request ? input.url : input));
      return fetch(input, init);
    },
  });
  // A log source uses only these parts of a connection.
  const connection = { baseUrl: url, client: async () => client } as Connection;
  return createEnvironmentSource(connection, url, environmentId);
}

async function fetchAll({ apiKey }: ServiceProcess, urls: readonly string[]): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  for (const url of urls) {
    const response = await fetch(url, { headers });
    await response.json();
  }
}
