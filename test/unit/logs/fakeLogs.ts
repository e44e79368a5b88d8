import type { LogEntry } from '../../../src/api/logEntries.ts';
import type {
  EntryPage,
  EntryPageRequest,
  LogSource,
  ServiceFilter,
} from '../../../src/logs/read/logSource.ts';

/**
 * A service in memory that answers E7 and E8 as the real one does: ascending unless said, both ends included, in pages. It
 * answers requests that were cancelled as well, as a reply may be under way already.
 */
export interface FakeLogs extends LogSource {
  readonly entries: LogEntry[];
  readonly latestRequests: ServiceFilter[];
  readonly pageRequests: EntryPageRequest[];
  /** The service's clock, ms. Undefined: its replies carry no time. */
  serverTime: number | undefined;
  pageSize: number;
  /** Pages begin with the newest, and tokens lead to older ones. */
  isNewestFirst: boolean;
  /** What the next requests are rejected with; one entry for each, `undefined` lets one through. */
  readonly failures: unknown[];
  /** Holds requests back from now on; the result lets them go. */
  hold(): () => void;
}

export function fakeLogs(entries: readonly LogEntry[] = []): FakeLogs {
  let gate = Promise.resolve();
  const fake: FakeLogs = {
    entries: [...entries],
    latestRequests: [],
    pageRequests: [],
    serverTime: undefined,
    pageSize: 1000,
    isNewestFirst: false,
    failures: [],
    hold() {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    async readLatest(filter) {
      fake.latestRequests.push(filter);
      await admit();
      return reply(asAnswered(sorted().slice(-fake.pageSize)));
    },
    async readPage(request) {
      fake.pageRequests.push(request);
      await admit();
      const { since, until, nextToken } = request;
      const from = since === undefined ? -Infinity : Date.parse(since);
      const to = until === undefined ? Infinity : Date.parse(until);
      const all = asAnswered(sorted().filter((entry) => time(entry) >= from && time(entry) <= to));
      const start = Number(nextToken ?? 0);
      const end = start + fake.pageSize;
      return { ...reply(all.slice(start, end)), ...(end < all.length && { nextToken: String(end) }) };
    },
  };

  let inOrder: { readonly length: number; readonly entries: LogEntry[] } | undefined;

  function asAnswered(entries: LogEntry[]): LogEntry[] {
    return fake.isNewestFirst ? entries.toReversed() : entries;
  }

  function sorted(): LogEntry[] {
    const { length } = fake.entries;
    if (inOrder?.length === length) return inOrder.entries;
    const entries = fake.entries
      .map((entry) => ({ entry, at: time(entry) }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry);
    inOrder = { length, entries };
    return entries;
  }

  async function admit(): Promise<void> {
    await gate;
    const failure = fake.failures.shift();
    if (failure !== undefined) throw failure;
  }

  function reply(logs: LogEntry[]): EntryPage {
    return { logs, ...(fake.serverTime !== undefined && { serverTime: fake.serverTime }) };
  }

  return fake;
}

function time({ timestamp }: LogEntry): number {
  return Date.parse(timestamp);
}
