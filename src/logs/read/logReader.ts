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

interface ReaderDeps {
  readonly source: LogSource;
  readonly store: LogStore;
  /** Returns the time of this machine in milliseconds. */
  now(): number;
  query(): LogQuery;
  /** Returns the maximum number of entries. */
  limit(): number;
  /** Returns the maximum size of their texts in bytes. */
  textLimit(): number;
  /** Whether slots may change, because nothing else reads into the store. */
  mayTrim(): boolean;
  /** Called after a page was stored. */
  onPage(): void;
}

/**
 * Reads entries from a source into a store, without losing or duplicating any. Parts that aren't loaded are gaps. All
 * functions but `clear` reject if the service fails, and keep the entries that were read.
 */
interface LogReader {
  /** Whether something was read, so that newer entries can follow. */
  readonly isStarted: boolean;
  /** Progress of `readRange` or `fillGaps`, from 0 to 1. */
  readonly progress: number | undefined;
  /** Time in milliseconds from which on all entries are loaded or in a gap. `undefined` before the first reading. */
  readonly edge: number | undefined;
  /** The time of this machine, in milliseconds, when the newest entries were read. */
  readonly readAt: number | undefined;
  /** The typical delay of entries in whole minutes, in milliseconds. `undefined` if it's short or unknown. */
  readonly lateBy: number | undefined;
  /** Whether entries were left out or removed because of the text limit. */
  readonly isTextFull: boolean;
  clear(): void;
  /** Reads the latest entries (`environments.getLatestLogs`). */
  readNewest(signal: AbortSignal): Promise<void>;
  /**
   * Reads the range of the query, the latest entries first (`environments.getLatestLogs`), and then the entries before
   * them (`environments.getLogs`).
   */
  readRange(signal: AbortSignal): Promise<FillResult>;
  /** Loads the entries of a gap, or of all gaps, the newest first. `limit` replaces the usual limit. */
  fillGaps(signal: AbortSignal, slot?: number, limit?: number): Promise<FillResult>;
  /** Reads new entries (`environments.getLogs`). */
  poll(signal: AbortSignal): Promise<PollResult>;
  /** Reads a part of the entries that might have arrived late (`environments.getLogs`), if a look back is due. */
  lookBack(signal: AbortSignal): Promise<LookbackResult>;
  /** Reads entries before the first one (`environments.getLogs`), and returns their number. */
  loadOlder(signal: AbortSignal): Promise<number>;
}

/**
 * Share of the limit by which a live log exceeds it before its oldest entries are removed. Removing takes time, so it
 * isn't done for each entry.
 */
const trimSlack = 0.1;

export function createLogReader(deps: ReaderDeps): LogReader {
  const { source, store } = deps;
  const polled = source.singleTry ?? source;
  const clock = createServiceClock(deps.now);
  const delay = createArrivalLag();
  /** Changes only after a complete poll. */
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
  /** Milliseconds in all gaps when filling began, and in the gaps that are filled. */
  let began = { inGaps: 0, toFill: 0 };
  /** The largest page so far: number of entries, and bytes of their texts. */
  const largest = { entries: maxPageEntries, bytes: 1 };

  /** Adds entries, and returns the number of new ones. */
  function add(entries: readonly LogEntry[], tie: Tie = 'after'): number {
    return store.add(entries, tie).reduce((sum, { count }) => sum + count, 0);
  }

  function isDated(slot: number): boolean {
    return store.columns.undated[slot] === 0 && store.columns.levels[slot] !== gapLevel;
  }

  function timeOf(slot: number | undefined): number | undefined {
    return slot === undefined ? undefined : store.columns.times[slot];
  }

  /** Returns the time of the newest entry that isn't in the future, or `-Infinity`. */
  function newestAt(seen: number): number {
    const known = store.order.subarray(0, store.lowerBound(seen + 1));
    return timeOf(known.findLast(isDated)) ?? -Infinity;
  }

  /** Records the delay of an entry that became the newest one without a poll. It's an upper limit. */
  function learnNewest(known: number): void {
    const newest = newestAt(clock.now());
    if (clock.isAdjusted && newest > known) delay.record(newest, clock.now());
  }

  /** Stores the latest entries that aren't before `from`. Returns the time from which on no entries are missing. */
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
    // If the page is full, older entries might exist.
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
      // If the clock of this machine is wrong, relative times are wrong as well.
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
        // A gap that the user selected gets at least one page.
        if (only === undefined && budget.isSpent()) return 'limit';
        if ((await fillGap(slot, work)) === 'limit') return 'limit';
      }
      return 'done';
    } finally {
      learnNewest(present.newest);
      // Late entries can still arrive on either side of a gap.
      if (pollWindows.isStarted) pollWindows.include(present);
    }
  }

  /** Returns the number of pages below the limits, as a fraction. Each page counts as the largest one. */
  function roomBelow(limit: number): number {
    const ofText = isFullOfText() ? 0 : (deps.textLimit() - store.columns.bytes) / largest.bytes;
    return Math.min((limit - store.entryCount) / largest.entries, ofText);
  }

  function isFullOfText(): boolean {
    const isFull = store.columns.bytes >= deps.textLimit();
    isTextFull ||= isFull;
    return isFull;
  }

  /**
   * Removes the oldest entries if the number of entries exceeds the limit by `trimSlack`, or if there is too much text.
   */
  function trim(): void {
    if (!deps.mayTrim()) return;
    const { entryCount, length } = store;
    const limit = deps.limit();
    const rows = entryCount > limit * (1 + trimSlack) ? length - limit : 0;
    if (!store.trim(Math.max(rows, isFullOfText() ? rowsWithText() : 0))) return;
    edge = timeOf(store.order.find(isDated)) ?? edge;
    // Reading this range again would restore the removed entries.
    if (edge !== undefined) pollWindows.forgetBefore(edge);
  }

  /** Returns the number of the oldest rows that contain the excess of text. */
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
