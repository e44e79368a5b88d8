import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LogEntry } from '../../../src/api/logEntries.ts';
import { toAscendingSource } from '../../../src/logs/read/ascendingSource.ts';
import { EnvironmentSession } from '../../../src/logs/read/environmentSession.ts';
import type { EntryPage, LogSource } from '../../../src/logs/read/logSource.ts';
import { expectedDelayMs, lateEntryScanIntervalMs } from '../../../src/logs/read/pollWindows.ts';
import { logEntry, serializeEntry, serializeRow } from '../../kit/entries.ts';
import { waitUntil } from '../../kit/eventLoop.ts';
import { createFakeClock } from '../../kit/fakeClock.ts';

/** What happens at the service before it answers one request. */
interface Step {
  /** How long after the request before, in ms. */
  readonly afterMs: number;
  /** Entries that arrive, by how late they are beside others (ms, less than `lateness`), with one of few texts. */
  readonly arrivals: readonly {
    readonly lateMs: number;
    readonly content: string;
    /** More than a page of them in one millisecond is a case of its own. */
    readonly copies: number;
    /** Milliseconds from one copy to the one before: a flood is more than a poll reads. */
    readonly apartMs: number;
    /** So far (0 to 1) from the newest entry there is to now: what the service held back for any time. */
    readonly held?: number;
  }[];
  readonly fault: 'network' | 'rateLimited' | 'server' | undefined;
}

/** A service's life while a panel follows it. */
export interface History {
  readonly start: 'latest' | 'range';
  /** How late all entries come, in ms. */
  readonly lagMs: number;
  readonly pageSize: number;
  /** In which order it answers: it may be either. */
  readonly order: 'oldestFirst' | 'newestFirst';
  readonly steps: readonly Step[];
}

const arrival = fc.record({
  apartMs: fc.constant(0),
  // Few values: shared milliseconds and identical twins are the rule.
  lateMs: fc.oneof(
    fc.constant(0),
    fc.constant(1),
    fc.nat(10),
    fc.nat(expectedDelayMs - 1),
    fc.constant(expectedDelayMs - 1),
  ),
  content: fc.constantFrom('a', 'b'),
  copies: fc.constantFrom(1, 1, 1, 6),
});
const heldBack = fc.record({
  held: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  apartMs: fc.constant(0),
  lateMs: fc.constant(0),
  content: fc.constantFrom('a', 'b'),
  copies: fc.constantFrom(1, 6),
});
const flood = fc.record({
  apartMs: fc.constantFrom(1, 10),
  lateMs: fc.constant(0),
  content: fc.constantFrom('a', 'b'),
  copies: fc.constantFrom(60, 150),
});

interface Known {
  readonly entry: LogEntry;
  readonly at: number;
  readonly said: string;
}

/** Dense: many entries in a millisecond, faults, and arrivals between the pages of one reading. */
export const histories: fc.Arbitrary<History> = fc.record({
  start: fc.constantFrom('latest' as const, 'range' as const),
  lagMs: fc.oneof(
    { arbitrary: fc.constant(0), weight: 2 },
    { arbitrary: fc.constantFrom(2 * expectedDelayMs, 12 * expectedDelayMs), weight: 1 },
  ),
  pageSize: fc.integer({ min: 1, max: 5 }),
  order: fc.constantFrom('oldestFirst' as const, 'newestFirst' as const),
  steps: fc.array(
    fc.record({
      afterMs: fc.oneof(
        { arbitrary: fc.constant(0), weight: 8 },
        { arbitrary: fc.constantFrom(1, 1000), weight: 2 },
        { arbitrary: fc.nat(2 * expectedDelayMs), weight: 1 },
      ),
      arrivals: fc.array(
        fc.oneof(
          { arbitrary: arrival, weight: 40 },
          { arbitrary: heldBack, weight: 5 },
          { arbitrary: flood, weight: 1 },
        ),
        { maxLength: 3 },
      ),
      fault: fc.oneof(
        { arbitrary: fc.constant(undefined), weight: 7 },
        {
          arbitrary: fc.constantFrom('network' as const, 'rateLimited' as const, 'server' as const),
          weight: 1,
        },
      ),
    }),
    { minLength: 1, maxLength: 30 },
  ),
});

/** Follows a service through its life, and checks that the panel then holds what the service does: no more, no less. */
export async function play({ start, lagMs, pageSize, order, steps }: History): Promise<void> {
  const time = createFakeClock();
  const entries: LogEntry[] = [];
  let sorted: Known[] = [];
  const left = [...steps];
  let clock = time.now;

  const answer = async (
    select: (sorted: readonly Known[]) => { known: readonly Known[]; nextToken?: string },
  ): Promise<EntryPage> => {
    const step = left.shift();
    clock += step?.afterMs ?? 1;
    for (const { lateMs, content, copies, apartMs, held } of step?.arrivals ?? []) {
      const now = clock - lagMs;
      const newest = held === undefined ? now : (sorted.at(-1)?.at ?? now);
      const at =
        held === undefined ? now - lateMs : Math.max(newest, Math.round(newest + held * (now - newest)));
      for (let copy = 0; copy < copies; copy++) entries.push(logEntry(at - copy * apartMs, content));
    }
    if (step?.fault) throw Object.assign(new Error(step.fault), { kind: step.fault });
    const fresh = entries.slice(sorted.length).map((one): Known => {
      return { entry: one, at: Date.parse(one.timestamp), said: serializeEntry(one) };
    });
    // By time, then by text: what arrives may go anywhere in its millisecond.
    if (fresh.length > 0) sorted = [...sorted, ...fresh].sort((a, b) => (a.said < b.said ? -1 : 1));
    const { known, ...more } = select(sorted);
    return { logs: known.map((one) => one.entry), ...more, serverTime: clock };
  };
  const inOrder = (known: readonly Known[]) => (order === 'newestFirst' ? known.toReversed() : known);
  const source: LogSource = {
    readLatest: () => answer((all) => ({ known: inOrder(all.slice(-pageSize)) })),
    readPage: ({ since, until: end, nextToken }) =>
      answer((all) => {
        const from = since === undefined ? -Infinity : Date.parse(since);
        const to = end === undefined ? Infinity : Date.parse(end);
        const range = inOrder(all.filter(({ at }) => at >= from && at <= to));
        // Tokens count from the start: what arrives late shifts the pages behind it.
        const first = Number(nextToken ?? 0);
        const known = range.slice(first, first + pageSize);
        const hasMore = range.length > first + pageSize;
        return { known, ...(hasMore && { nextToken: String(first + pageSize) }) };
      }),
  };
  const session = new EnvironmentSession({
    source: toAscendingSource(source),
    now: () => time.now,
    sleep: time.sleep,
    random: () => 1,
    onChange: () => undefined,
    onReset: () => undefined,
    onStatus: () => undefined,
    rowLimit: () => 1_000_000,
    textLimit: () => Number.POSITIVE_INFINITY,
  });

  const held = () => [...session.store.order].map((slot) => session.store.getRow(slot));
  const range = { since: { at: clock - lagMs - 3 * expectedDelayMs } };
  await session.load({ ...(start === 'range' && { range }), filter: {} }, true);
  while (session.status.failure) await session.retry();
  const edge = start === 'range' ? -Infinity : (held()[0]?.time ?? clock);
  const poll = async (): Promise<void> => {
    await waitUntil(() => time.waits.length === 1 && !session.status.task, 'the poller waits');
    time.endWait();
    await waitUntil(() => time.waits.length === 1 && !session.status.task, 'the poll ends');
    // What a flood left out may have failed to load.
    if (session.status.failure) await session.retry();
  };
  while (left.length > 0) await poll();
  // Until all that may still change was read once more, in parts, by polls that nothing disturbs; it may have begun before.
  const end = time.now + 4 * lateEntryScanIntervalMs;
  while (time.now < end) await poll();
  assert.equal(session.store.gaps.size, 0, 'nothing is missing');
  session.dispose();

  const rows = held();
  const times = rows.map((row) => row.time);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
    'in order',
  );
  const copies = count(rows.map(serializeRow));
  const known = count(entries.map(serializeEntry));
  for (const [key, many] of copies) assert.ok(many <= (known.get(key) ?? 0), `repeated: ${key}`);
  const wanted = count(entries.filter(({ timestamp }) => Date.parse(timestamp) > edge).map(serializeEntry));
  for (const [key, many] of wanted) assert.ok((copies.get(key) ?? 0) >= many, `lost: ${key}`);
}

function count(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
