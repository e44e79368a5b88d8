import type { LogEntry } from '../../api/logEntries.ts';
import { gapLevel } from '../store/columns.ts';
import type { Tie } from '../store/place.ts';
import type { LogStore } from '../store/store.ts';
import { resolve, type TimeRange } from '../timeRange.ts';
import { createServiceClock } from './clock.ts';
import { type Ending, fillGap } from './fill.ts';
import { createLanes, lateness } from './lanes.ts';
import { firstTime, lastTime, readLeaves } from './leaves.ts';
import { firstWindow, loadOlder } from './older.ts';
import type { Query } from './sessionState.ts';
import { type LogPage, type LogSource, latestCount } from './source.ts';

/** What a reader works with. */
export interface ReaderDeps {
  readonly source: LogSource;
  readonly store: LogStore;
  /** This machine's time in ms. */
  now(): number;
  query(): Query;
  /** Entries that may be loaded. */
  limit(): number;
  /** A reply was taken. */
  onPage(): void;
}

/**
 * Brings entries from a source into a store, without losing one or taking one twice: what is not loaded between those
 * that are is a gap. All but `clear` reject when the service fails; what was read stays.
 */
export interface Reader {
  /** Something was read, so that there is a present to go on from. */
  readonly isStarted: boolean;
  /** How much of what `range` or `fill` began with is read, from 0 to 1. */
  readonly progress: number | undefined;
  /** All entries from here on (ms) are there or in a gap; undefined while nothing was read. */
  readonly edge: number | undefined;
  /** When the newest entries were last read, by this machine's clock (ms). */
  readonly readAt: number | undefined;
  clear(): void;
  /** The newest entries (E8). */
  newest(signal: AbortSignal): Promise<void>;
  /** The query's range (E8, E7): the newest entries first, then what is before. Answers whether the limit ended it. */
  range(signal: AbortSignal): Promise<Ending>;
  /** What is missing in a gap, or in all of them, the newest first. `limit`: another one than usual. */
  fill(signal: AbortSignal, slot?: number, limit?: number): Promise<Ending>;
  /** What is new (E7). */
  poll(signal: AbortSignal): Promise<Poll>;
  /** What came late (E7), if it is time to look for it: a part of it. */
  late(signal: AbortSignal): Promise<Late>;
  /** Lets go of the oldest entries when there are more than the limit by a good deal. */
  trim(): void;
  /** Entries before the edge (E7); answers how many. */
  older(signal: AbortSignal): Promise<number>;
}

/** What a poll has brought. */
export interface Poll {
  readonly fresh: number;
  /** It was more than a poll should read; the slot of what is left out. */
  readonly gap: number | undefined;
}

type Skipped = Poll & { readonly until: number };

/** What a look back has brought. `isBehind`: it is not at its end. */
export interface Late {
  readonly fresh: number;
  readonly isBehind: boolean;
}

/** A poll that would read more pages than this shows the newest entries and a gap first. */
const backlogPages = 50;

/** Pages of a look back before the next poll: that is not to wait for them. */
const latePages = 20;

/** How far a live stream goes beyond the limit before its oldest entries go, all at once: each time takes a moment. */
const slack = 0.1;

/** Makes a reader that has read nothing yet. */
export function createReader(deps: ReaderDeps): Reader {
  const { source, store } = deps;
  const polled = source.once ?? source;
  const clock = createServiceClock(deps.now);
  /** Where polls read from: moves only when a whole poll has worked. */
  const lanes = createLanes();
  let edge: number | undefined;
  let readAt: number | undefined;
  /** Milliseconds in gaps when a filling began, and those of them that it fills. */
  let began = { inGaps: 0, toFill: 0 };

  /** Says how many were new. */
  function add(entries: readonly LogEntry[], tie: Tie = 'after'): number {
    return store.add(entries, tie).reduce((sum, { count }) => sum + count, 0);
  }

  function isDated(slot: number): boolean {
    return store.columns.undated[slot] === 0 && store.columns.level[slot] !== gapLevel;
  }

  function timeOf(slot: number | undefined): number | undefined {
    return slot === undefined ? undefined : store.columns.times[slot];
  }

  /** Takes what is not before `from`. Answers the time from which on all entries are there. */
  async function readLatest(signal: AbortSignal, from: () => number, where = source): Promise<number> {
    const page = await where.latest(deps.query().filter, signal);
    signal.throwIfAborted();
    clock.learn(page);
    const start = from();
    const isIn = ({ timestamp }: LogEntry) => !(Date.parse(timestamp) < start);
    const entries = page.logs.filter(isIn);
    add(entries);
    readAt = deps.now();
    const oldest = firstTime(entries) ?? clock.now();
    const isOlderThere = entries.length < page.logs.length;
    // Of a full page it cannot be told what is older.
    const isAll = start === -Infinity && page.logs.length < latestCount;
    if (!lanes.isStarted) {
      const newest = timeOf(store.order.findLast(isDated));
      const late = (page.serverTime ?? newest ?? deps.now()) - lateness;
      lanes.start(isAll ? late : Math.max(late, isOlderThere ? start : oldest), deps.now());
    }
    return isOlderThere ? start : oldest;
  }

  async function range(signal: AbortSignal): Promise<Ending> {
    const { since, until } = deps.query().range ?? {};
    const start = () => since && resolve(since, clock.now());
    let end: number;
    if (until) {
      // Where the clock of this machine is wrong, so is "an hour ago".
      if (!clock.isKnown && isRelative({ ...(since && { since }), until })) {
        clock.learn(await source.latest(deps.query().filter, signal));
        signal.throwIfAborted();
      }
      end = resolve(until, clock.now());
      lanes.start(Math.min(clock.now(), end) - lateness, deps.now());
    } else {
      end = await readLatest(signal, () => start() ?? -Infinity);
    }
    const from = start();
    edge = from;
    if (!until && from !== undefined && end <= from) return 'done';
    store.addGap({ from: from ?? 0, until: end, isLoading: true });
    return fill(signal);
  }

  async function fill(signal: AbortSignal, only?: number, limit = deps.limit()): Promise<Ending> {
    const seen = clock.now();
    const slots = only === undefined ? gapSlots().reverse() : [only];
    began = { inGaps: timeInGaps(), toFill: timeInGaps(slots) };
    const { filter } = deps.query();
    const work = { source, filter, store, limit, signal, accept };
    try {
      for (const slot of slots) if ((await fillGap(slot, work)) === 'limit') return 'limit';
      return 'done';
    } finally {
      if (lanes.isStarted) includeFrom(seen);
    }
  }

  /** What was read may still get late entries, on either side of a gap. `seen`: when it was read, ms. */
  function includeFrom(seen: number): void {
    lanes.include(Math.max(seen - lateness, edge ?? -Infinity));
  }

  function accept(page: LogPage): void {
    clock.learn(page);
    add(page.logs, 'before');
    deps.onPage();
  }

  function gapSlots(): number[] {
    return [...store.gaps.keys()].sort((a, b) => store.indexOf(a) - store.indexOf(b));
  }

  function timeInGaps(slots: Iterable<number> = store.gaps.keys()): number {
    let sum = 0;
    for (const slot of slots) {
      const gap = store.gaps.get(slot);
      if (gap) sum += gap.until - gap.from;
    }
    return sum;
  }

  async function poll(signal: AbortSignal): Promise<Poll> {
    const { since } = lanes;
    let start: number | undefined;
    let fresh = 0;
    let pages = 0;
    let skipped: Skipped | undefined;
    for await (const leaf of readLeaves(polled, { ...deps.query().filter, since }, signal)) {
      clock.learn(leaf);
      start ??= leaf.serverTime;
      const added = add(leaf.logs);
      fresh += added;
      // What is only read again is soon done with.
      if (added > 0) pages++;
      if (pages < backlogPages || leaf.nextToken === undefined) continue;
      skipped = await skip(leaf, since, signal);
      fresh += skipped?.fresh ?? 0;
      if (skipped) break;
    }
    const newest = timeOf(store.order.findLast(isDated));
    lanes.done(start ?? Math.min(newest ?? since, clock.now()), (behind) => timeOf(store.order.at(-behind)));
    if (skipped) lanes.skip(skipped.until);
    readAt = deps.now();
    return { fresh, gap: skipped?.gap };
  }

  async function late(signal: AbortSignal): Promise<Late> {
    const part = lanes.again(deps.now());
    if (!part) return { fresh: 0, isBehind: false };
    let [fresh, pages] = [0, 0];
    let reached: number | undefined;
    const isEmpty = part.since >= part.until;
    for await (const leaf of isEmpty ? [] : readLeaves(polled, { ...deps.query().filter, ...part }, signal)) {
      fresh += add(leaf.logs);
      // The newest ones are no place to go on from.
      if (++pages < latePages || leaf.nextToken === undefined || leaf.isNewestFirst) continue;
      const last = lastTime(leaf.logs) ?? part.since;
      if (last <= part.since) continue;
      reached = last;
      break;
    }
    lanes.doneAgain(part, deps.now(), reached);
    return { fresh, isBehind: lanes.isBehind };
  }

  /** Goes on with the newest entries, from `until` on; what lies between them and what was read becomes a gap. */
  async function skip(leaf: LogPage, since: number, signal: AbortSignal): Promise<Skipped | undefined> {
    const from = leaf.isNewestFirst ? since : lastTime(leaf.logs);
    if (from === undefined) return undefined;
    const before = store.entryCount;
    const read = leaf.isNewestFirst ? firstTime(leaf.logs) : undefined;
    const until = read ?? (await readLatest(signal, () => from, polled));
    const isKnown = [...store.gaps.values()].some((known) => known.from <= from && known.until >= until);
    const gap = until > from && !isKnown ? store.addGap({ from, until, isLoading: false }) : undefined;
    return { fresh: store.entryCount - before, until, gap };
  }

  return {
    get isStarted() {
      return lanes.isStarted;
    },
    get progress() {
      const { inGaps, toFill } = began;
      return toFill > 0 ? Math.min(1, Math.max(0, (inGaps - timeInGaps()) / toFill)) : undefined;
    },
    get edge() {
      return edge;
    },
    get readAt() {
      return readAt;
    },
    clear() {
      lanes.clear();
      edge = undefined;
      readAt = undefined;
      began = { inGaps: 0, toFill: 0 };
    },
    async newest(signal) {
      await readLatest(signal, () => -Infinity);
      edge = timeOf(store.order.find(isDated)) ?? clock.now();
    },
    range,
    fill,
    poll,
    late,
    trim() {
      const limit = deps.limit();
      const { entryCount } = store;
      if (entryCount <= limit * (1 + slack) || !store.trim(store.length - limit)) return;
      edge = timeOf(store.order.find(isDated)) ?? edge;
      // Read again, what has gone would come back.
      if (edge !== undefined) lanes.forget(edge);
    },
    older(signal) {
      const oldest = [...store.order.subarray(0, 1000)].filter(isDated);
      return loadOlder({
        source,
        filter: deps.query().filter,
        edge: edge ?? clock.now(),
        window: firstWindow(oldest.flatMap((slot) => timeOf(slot) ?? [])),
        signal,
        accept: (replies, next) => {
          edge = next;
          return replies.reduce((sum, entries) => sum + add(entries, 'before'), 0);
        },
      });
    },
  };
}

function isRelative({ since, until }: TimeRange): boolean {
  return [since, until].some((moment) => moment && 'ago' in moment);
}
