import type { LogEntry } from '../../api/logEntries.ts';
import { gapLevel } from '../store/columns.ts';
import type { LogStore } from '../store/logStore.ts';
import type { Tie } from '../store/mergeEntries.ts';
import { resolveTimePoint, type TimeRange } from '../timeRange.ts';
import { createArrivalLag } from './arrivalLag.ts';
import { createEntryPoller, type LookbackResult, type PollResult } from './entryPoller.ts';
import { type FillResult, fillGap } from './fillGap.ts';
import { estimateFirstWindow, loadOlderEntries } from './loadOlderEntries.ts';
import { type EntryPage, type LogSource, maxPageEntries } from './logSource.ts';
import { createPageBudget } from './pageBudget.ts';
import { createPollWindows, expectedLatenessMs } from './pollWindows.ts';
import { createServiceClock } from './serviceClock.ts';
import type { LogQuery } from './sessionState.ts';
import { listGapSlots, sumGapTime } from './storeGaps.ts';
import { findFirstTime } from './timePages.ts';

/** What a reader works with. */
interface ReaderDeps {
  readonly source: LogSource;
  readonly store: LogStore;
  /** This machine's time in ms. */
  now(): number;
  query(): LogQuery;
  /** Entries that may be loaded. */
  limit(): number;
  /** What their texts may take up, in bytes. */
  textLimit(): number;
  /** Slots may change: no one else is reading into the store. */
  mayTrim(): boolean;
  /** A reply was taken. */
  onPage(): void;
}

/**
 * Brings entries from a source into a store, without losing one or taking one twice: what isn't loaded between those
 * that are is a gap. All but `clear` reject when the service fails; what was read stays.
 */
interface LogReader {
  /** Something was read, so that there is a present to go on from. */
  readonly isStarted: boolean;
  /** How much of what `range` or `fill` began with is read, from 0 to 1. */
  readonly progress: number | undefined;
  /** All entries from here on (ms) are there or in a gap; undefined while nothing was read. */
  readonly edge: number | undefined;
  /** When the newest entries were last read, by this machine's clock (ms). */
  readonly readAt: number | undefined;
  /** How late entries come as a rule (ms, whole minutes); undefined: in time, as far as anyone knows. */
  readonly lateBy: number | undefined;
  /** Texts have taken up what they may, so that something was left out or let go of. */
  readonly isTextFull: boolean;
  clear(): void;
  /** The newest entries (E8). */
  readNewest(signal: AbortSignal): Promise<void>;
  /** The query's range (E8, E7): the newest entries first, then what is before. Answers whether the limit ended it. */
  readRange(signal: AbortSignal): Promise<FillResult>;
  /** What is missing in a gap, or in all of them, the newest first. `limit`: another one than usual. */
  fillGaps(signal: AbortSignal, slot?: number, limit?: number): Promise<FillResult>;
  /** What is new (E7). */
  poll(signal: AbortSignal): Promise<PollResult>;
  /** What came late (E7), if it is time to look for it: a part of it. */
  lookBack(signal: AbortSignal): Promise<LookbackResult>;
  /** Entries before the edge (E7); answers how many. */
  loadOlder(signal: AbortSignal): Promise<number>;
}

/** How far a live stream goes beyond the limit before its oldest entries go, all at once: each time takes a moment. */
const trimSlack = 0.1;

/** Makes a reader that has read nothing yet. */
export function createLogReader(deps: ReaderDeps): LogReader {
  const { source, store } = deps;
  const polled = source.singleTry ?? source;
  const clock = createServiceClock(deps.now);
  const delay = createArrivalLag();
  /** Where polls read from: moves only when a whole poll has worked. */
  const pollWindows = createPollWindows(() => delay.max);
  const live = createEntryPoller({
    source: polled,
    filter: () => deps.query().filter,
    now: deps.now,
    newest: newestAt,
    trim,
    readLatest: (signal, from) => readLatest(signal, from, polled),
    store,
    clock,
    delay,
    pollWindows,
  });
  let edge: number | undefined;
  let readAt: number | undefined;
  let isTextFull = false;
  /** Milliseconds in gaps when a filling began, and those of them that it fills. */
  let began = { inGaps: 0, toFill: 0 };
  /** The largest page so far: its entries, and the bytes of its texts. */
  const largest = { entries: maxPageEntries, bytes: 1 };

  /** Says how many were new. */
  function add(entries: readonly LogEntry[], tie: Tie = 'after'): number {
    return store.add(entries, tie).reduce((sum, { count }) => sum + count, 0);
  }

  function isDated(slot: number): boolean {
    return store.columns.undated[slot] === 0 && store.columns.levels[slot] !== gapLevel;
  }

  function timeOf(slot: number | undefined): number | undefined {
    return slot === undefined ? undefined : store.columns.times[slot];
  }

  /** The time of the newest entry that isn't of the future. */
  function newestAt(seen: number): number {
    const known = store.order.subarray(0, store.lowerBound(seen + 1));
    return timeOf(known.findLast(isDated)) ?? -Infinity;
  }

  /** What has become the newest one by another reading than a poll says how late it comes at most. */
  function learnNewest(known: number): void {
    const newest = newestAt(clock.now());
    if (clock.isAdjusted && newest > known) delay.record(newest, clock.now());
  }

  /** Takes what isn't before `from`. Answers the time from which on all entries are there. */
  async function readLatest(signal: AbortSignal, from: () => number, where = source): Promise<number> {
    const page = await where.latest(deps.query().filter, signal);
    signal.throwIfAborted();
    clock.adjust(page);
    const start = from();
    const isIn = ({ timestamp }: LogEntry) => !(Date.parse(timestamp) < start);
    const entries = page.logs.filter(isIn);
    add(entries);
    readAt = deps.now();
    const oldest = findFirstTime(entries) ?? clock.now();
    const isOlderThere = entries.length < page.logs.length;
    // Of a full page it can't be told what is older.
    const isAll = start === -Infinity && page.logs.length < maxPageEntries;
    if (!pollWindows.isStarted) {
      const seen = page.serverTime ?? timeOf(store.order.findLast(isDated)) ?? deps.now();
      const newest = page.logs
        .map(({ timestamp }) => Date.parse(timestamp))
        .reduce((latest, time) => (time > latest && time <= seen ? time : latest), -Infinity);
      if (clock.isAdjusted && Number.isFinite(newest)) delay.record(newest, seen);
      const at = isAll ? -Infinity : isOlderThere ? start : oldest;
      pollWindows.start({ seen, newest, floor: deps.query().range ? start : at, at }, deps.now());
    }
    return isOlderThere ? start : oldest;
  }

  async function range(signal: AbortSignal): Promise<FillResult> {
    const { since, until } = deps.query().range ?? {};
    const start = () => since && resolveTimePoint(since, clock.now());
    let end: number;
    if (until) {
      // Where the clock of this machine is wrong, so is "an hour ago".
      if (!clock.isAdjusted && isRelative({ ...(since && { since }), until })) {
        clock.adjust(await source.latest(deps.query().filter, signal));
        signal.throwIfAborted();
      }
      end = resolveTimePoint(until, clock.now());
      const seen = Math.min(clock.now(), end);
      pollWindows.start(
        { seen, newest: -Infinity, floor: start() ?? -Infinity, at: seen - expectedLatenessMs },
        deps.now(),
      );
    } else {
      end = await readLatest(signal, () => start() ?? -Infinity);
    }
    const from = start();
    edge = from;
    if (!until && from !== undefined && end <= from) return 'done';
    store.addGap({ from: from ?? 0, until: end, isLoading: true });
    return fill(signal);
  }

  async function fill(signal: AbortSignal, only?: number, limit = deps.limit()): Promise<FillResult> {
    const present = { seen: clock.now(), newest: newestAt(clock.now()) };
    const slots = only === undefined ? listGapSlots(store).reverse() : [only];
    began = { inGaps: sumGapTime(store), toFill: sumGapTime(store, slots) };
    const budget = createPageBudget(() => roomBelow(limit));
    const work = { source, filter: deps.query().filter, store, budget, signal, accept };
    try {
      for (const slot of slots) {
        // A gap that the user asks for gets a page in any case.
        if (only === undefined && budget.isSpent()) return 'limit';
        if ((await fillGap(slot, work)) === 'limit') return 'limit';
      }
      return 'done';
    } finally {
      learnNewest(present.newest);
      // What was read may still get late entries, on either side of a gap.
      if (pollWindows.isStarted) pollWindows.include(present);
    }
  }

  /** Number of pages that fit below the limits, each taken for as large as the largest one. */
  function roomBelow(limit: number): number {
    const ofText = isFullOfText() ? 0 : (deps.textLimit() - store.columns.bytes) / largest.bytes;
    return Math.min((limit - store.entryCount) / largest.entries, ofText);
  }

  function isFullOfText(): boolean {
    const isFull = store.columns.bytes >= deps.textLimit();
    isTextFull ||= isFull;
    return isFull;
  }

  /** Lets go of the oldest entries when there are more than the limit by a good deal, or of more text than there may be. */
  function trim(): void {
    if (!deps.mayTrim()) return;
    const { entryCount, length } = store;
    const limit = deps.limit();
    const rows = entryCount > limit * (1 + trimSlack) ? length - limit : 0;
    if (!store.trim(Math.max(rows, isFullOfText() ? rowsWithText() : 0))) return;
    edge = timeOf(store.order.find(isDated)) ?? edge;
    // Read again, what has gone would come back.
    if (edge !== undefined) pollWindows.forgetBefore(edge);
  }

  /** How many of the oldest rows hold the text that is too much. */
  function rowsWithText(): number {
    let excess = store.columns.bytes - deps.textLimit() * (1 - trimSlack);
    let rows = 0;
    while (excess > 0 && rows < store.length) excess -= store.columns.bytesOf(store.order[rows++] ?? 0);
    return rows;
  }

  function accept(page: EntryPage): void {
    const { bytes } = store.columns;
    clock.adjust(page);
    add(page.logs, 'before');
    largest.entries = Math.max(largest.entries, page.logs.length);
    largest.bytes = Math.max(largest.bytes, store.columns.bytes - bytes);
    deps.onPage();
  }

  async function poll(signal: AbortSignal): Promise<PollResult> {
    const found = await live.poll(signal);
    trim();
    readAt = deps.now();
    return found;
  }

  return {
    get isStarted() {
      return pollWindows.isStarted;
    },
    get progress() {
      const { inGaps, toFill } = began;
      return toFill > 0 ? Math.min(1, Math.max(0, (inGaps - sumGapTime(store)) / toFill)) : undefined;
    },
    get edge() {
      return edge;
    },
    get readAt() {
      return readAt;
    },
    get isTextFull() {
      return isTextFull;
    },
    get lateBy() {
      return delay.typical;
    },
    clear() {
      pollWindows.clear();
      delay.clear();
      edge = undefined;
      readAt = undefined;
      isTextFull = false;
      began = { inGaps: 0, toFill: 0 };
    },
    async readNewest(signal) {
      await readLatest(signal, () => -Infinity);
      edge = timeOf(store.order.find(isDated)) ?? clock.now();
    },
    readRange: range,
    fillGaps: fill,
    poll,
    lookBack: live.lookBack,
    async loadOlder(signal) {
      if (isFullOfText()) return 0;
      const oldest = [...store.order.subarray(0, 1000)].filter(isDated);
      return loadOlderEntries({
        source,
        filter: deps.query().filter,
        edge: edge ?? clock.now(),
        window: estimateFirstWindow(oldest.flatMap((slot) => timeOf(slot) ?? [])),
        signal,
        accept: (replies, next) => {
          const known = newestAt(clock.now());
          edge = next;
          const found = replies.reduce((sum, entries) => sum + add(entries, 'before'), 0);
          learnNewest(known);
          return found;
        },
      });
    },
  };
}

function isRelative({ since, until }: TimeRange): boolean {
  return [since, until].some((moment) => moment && 'ago' in moment);
}
