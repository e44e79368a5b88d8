import type { LogEntry } from '../../api/logEntries.ts';
import { gapLevel } from '../store/columns.ts';
import type { LogStore } from '../store/logStore.ts';
import type { EqualTimePosition } from '../store/mergeEntries.ts';
import { resolveTimePoint, type TimeRange } from '../timeRange.ts';
import { createArrivalDelay } from './arrivalDelay.ts';
import { type FillResult, fillGap } from './fillGap.ts';
import { estimateFirstWindowMs, loadOlderEntries } from './loadOlderEntries.ts';
import type { LogQuery } from './logSource.ts';
import { type EntryPage, type LogSource, maxPageEntries } from './logSource.ts';
import { createPageBudget } from './pageBudget.ts';
import { expectedDelayMs, PollWindows } from './pollWindows.ts';
import { createServiceClock, type ServiceClock } from './serviceClock.ts';
import { findFirstTime, findLastTime, readTimePages } from './timePages.ts';

interface LogReaderOptions {
  readonly source: LogSource;
  readonly store: LogStore;
  /** Returns the time of this machine in milliseconds. */
  now(): number;
  query(): LogQuery;
  /** Returns the maximum number of entries. */
  rowLimit(): number;
  /** Returns the maximum size of their texts in bytes. */
  textLimit(): number;
  /** Whether slots may change, because nothing else reads into the store. */
  canTrim(): boolean;
  /** Called after a page was stored. */
  onPageStored(): void;
}

/** The progress of a reader. Times are in milliseconds. */
export interface LogReaderStatus {
  /** Whether something was read, so that newer entries can be loaded. */
  readonly isStarted: boolean;
  /** Progress of `readRange` or `fillGaps`, from 0 to 1. `undefined` if it's unknown. */
  readonly progress: number | undefined;
  /** The time from which on all entries are loaded or in a gap. `undefined` before the first reading. */
  readonly loadedFrom: number | undefined;
  /** The time of this machine when the newest entries were read. */
  readonly readAt: number | undefined;
  /** The typical delay of entries in milliseconds, rounded to minutes. `undefined` if it's short or unknown. */
  readonly typicalDelayMs: number | undefined;
  /** Whether entries were left out or removed because of the text limit. */
  readonly isTextLimitReached: boolean;
}

/** The result of a poll. */
export interface PollResult {
  readonly newCount: number;
  /** The slot of the gap with the rest of the backlog, if there were too many pages for a poll. */
  readonly gap: number | undefined;
}

/** A backlog that became a gap, which ends at `until`. */
interface SkippedBacklog extends PollResult {
  readonly until: number;
}

/** The result of a look back. */
export interface LateEntryScanResult {
  readonly newCount: number;
  /** Whether the look back continues with the next poll. */
  readonly isIncomplete: boolean;
}

/** The number of new entries in a response, and the time of the last one. */
interface AddedEntries {
  readonly count: number;
  readonly newestTime: number;
}

/**
 * Share of the limit by which a live log exceeds it before its oldest entries are removed. Removing takes time, so it
 * isn't done for each entry.
 */
const trimSlack = 0.1;

/** Number of pages after which a poll skips the backlog, and shows the newest entries and a gap. */
const maxPollPages = 50;

/** Maximum number of pages of a look back between two polls, so that the next poll isn't delayed. */
const maxLateEntryScanPages = 20;

/**
 * Reads entries from a source into a store, without losing or duplicating any. Parts that aren't loaded are gaps. All
 * functions but `clear` reject if the service fails, and keep the entries that were read.
 */
export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #store: LogStore;
  /** The source for polls, which are repeated anyway. */
  readonly #pollSource: LogSource;
  readonly #clock: ServiceClock;
  readonly #lag = createArrivalDelay();
  /** A poll changes it only if the poll is complete. */
  readonly #windows = new PollWindows(() => this.#lag.maxMs);
  #loadedFrom: number | undefined;
  #readAt: number | undefined;
  #isTextLimitReached = false;
  /** Milliseconds in all gaps when filling began, and in the gaps that are filled. */
  #filling = { inGaps: 0, toFill: 0 };
  /** The largest page so far: number of entries, and bytes of their texts. */
  readonly #largestPage = { entries: maxPageEntries, bytes: 1 };

  constructor(options: LogReaderOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#pollSource = options.source.withoutRetries ?? options.source;
    this.#clock = createServiceClock(options.now);
  }

  get status(): LogReaderStatus {
    const { inGaps, toFill } = this.#filling;
    return {
      isStarted: this.#windows.isStarted,
      progress:
        toFill > 0 ? Math.min(1, Math.max(0, (inGaps - sumGapTime(this.#store)) / toFill)) : undefined,
      loadedFrom: this.#loadedFrom,
      readAt: this.#readAt,
      typicalDelayMs: this.#lag.typicalMs,
      isTextLimitReached: this.#isTextLimitReached,
    };
  }

  clear(): void {
    this.#windows.clear();
    this.#lag.clear();
    this.#loadedFrom = undefined;
    this.#readAt = undefined;
    this.#isTextLimitReached = false;
    this.#filling = { inGaps: 0, toFill: 0 };
  }

  /** Reads the latest entries (`environments.getLatestLogs`). */
  async readNewest(signal: AbortSignal): Promise<void> {
    await this.#readLatest(this.#options.source, signal, () => -Infinity);
    this.#loadedFrom = this.#oldestTime() ?? this.#clock.now();
  }

  /**
   * Reads the range of the query, the latest entries first (`environments.getLatestLogs`), and then the entries before
   * them (`environments.getLogs`).
   */
  async readRange(signal: AbortSignal): Promise<FillResult> {
    const { since, until } = this.#options.query().range ?? {};
    const start = () => since && resolveTimePoint(since, this.#clock.now());
    let end: number;
    if (until) {
      await this.#adjustClock({ ...(since && { since }), until }, signal);
      end = resolveTimePoint(until, this.#clock.now());
      const startedAt = Math.min(this.#clock.now(), end);
      const completeFrom = startedAt - expectedDelayMs;
      const minTime = start() ?? -Infinity;
      this.#windows.start({ startedAt, newestTime: -Infinity, minTime, completeFrom }, this.#options.now());
    } else {
      end = await this.#readLatest(this.#options.source, signal, () => start() ?? -Infinity);
    }
    const from = start();
    this.#loadedFrom = from;
    if (!until && from !== undefined && end <= from) return 'done';
    this.#store.addGap({ from: from ?? 0, until: end, isLoading: true });
    return this.fillGaps(signal);
  }

  /** Loads the entries of a gap, or of all gaps, the newest first. `limit` replaces the usual limit. */
  async fillGaps(
    signal: AbortSignal,
    only?: number,
    limit: number = this.#options.rowLimit(),
  ): Promise<FillResult> {
    const store = this.#store;
    const now = this.#clock.now();
    const start = { startedAt: now, newestTime: this.#newestTime(now) };
    const slots = only === undefined ? listGapSlots(store).reverse() : [only];
    this.#filling = { inGaps: sumGapTime(store), toFill: sumGapTime(store, slots) };
    const budget = createPageBudget(() => this.#pagesBelow(limit));
    const { source, query } = this.#options;
    const accept = (page: EntryPage) => this.#acceptPage(page);
    try {
      for (const slot of slots) {
        // A gap that the user selected gets at least one page.
        if (only === undefined && budget.isSpent()) return 'limit';
        const result = await fillGap(slot, { source, filter: query().filter, store, budget, signal, accept });
        if (result === 'limit') return 'limit';
      }
      return 'done';
    } finally {
      this.#recordLag(start.newestTime);
      // Late entries can still arrive on either side of a gap.
      if (this.#windows.isStarted) this.#windows.include(start);
    }
  }

  /** Reads new entries (`environments.getLogs`). */
  async poll(signal: AbortSignal): Promise<PollResult> {
    const { nextPollFrom: since, lastPolledAt: before } = this.#windows;
    const knownTime = this.#newestTime(this.#clock.now());
    let startedAt: number | undefined;
    let newCount = 0;
    let newestTime = -Infinity;
    let pages = 0;
    let skipped: SkippedBacklog | undefined;
    const range = { ...this.#options.query().filter, since };
    for await (const page of readTimePages(this.#pollSource, range, signal)) {
      this.#clock.adjust(page);
      startedAt ??= page.serverTime;
      const added = this.#addPolled(page);
      newCount += added.count;
      newestTime = Math.max(newestTime, added.newestTime);
      this.#trim();
      // Pages without new entries are processed quickly, so they don't count.
      if (added.count > 0) pages++;
      if (pages < maxPollPages || page.nextToken === undefined) continue;
      skipped = await this.#skipBacklog(page, since, signal);
      newCount += skipped?.newCount ?? 0;
      if (skipped) break;
    }
    const now = this.#clock.now();
    const lastTime = this.#newestTime(now);
    if (skipped) newestTime = lastTime;
    if (this.#clock.isAdjusted && newCount > 0) this.#lag.record(newestTime, now, before);
    startedAt ??= Math.min(Number.isFinite(lastTime) ? lastTime : since, now);
    this.#windows.completePoll({ startedAt, newestTime: knownTime }, (behind) =>
      this.#timeOf(this.#store.order.at(-behind)),
    );
    if (skipped) this.#windows.skipTo(skipped.until);
    this.#trim();
    this.#readAt = this.#options.now();
    return { newCount, gap: skipped?.gap };
  }

  /** Reads a part of the entries that might have arrived late (`environments.getLogs`), if a look back is due. */
  async scanLateEntries(signal: AbortSignal): Promise<LateEntryScanResult> {
    const part = this.#windows.nextLateEntryRange(this.#options.now());
    if (!part) return { newCount: 0, isIncomplete: false };
    const { since, until } = part;
    const before = this.#windows.lateEntriesScannedAt;
    let newCount = 0;
    let pages = 0;
    let newestTime = -Infinity;
    let reached: number | undefined;
    const range = { ...this.#options.query().filter, since, until };
    for await (const page of since >= until ? [] : readTimePages(this.#pollSource, range, signal)) {
      const added = this.#addPolled(page);
      newCount += added.count;
      // Entries in a gap were skipped, and didn't arrive late.
      if (!this.#isInGap(added.newestTime)) newestTime = Math.max(newestTime, added.newestTime);
      // A reading that begins with the newest entries can't be continued at their time.
      if (++pages < maxLateEntryScanPages || page.nextToken === undefined || page.isNewestFirst) continue;
      const lastTime = findLastTime(page.logs) ?? since;
      if (lastTime <= since) continue;
      reached = lastTime;
      break;
    }
    // The entry arrived after the last look back, so its delay is at least that long. Others can be delayed as much.
    const isVeryLate = Number.isFinite(newestTime) && before - newestTime > expectedDelayMs / 2;
    if (this.#clock.isAdjusted && isVeryLate) this.#lag.record(newestTime, before, before);
    this.#windows.completeLateEntryRange(part, this.#options.now(), reached);
    return { newCount, isIncomplete: this.#windows.isScanningLateEntries };
  }

  /** Reads entries before the first one (`environments.getLogs`), and returns their number. */
  async loadOlder(signal: AbortSignal): Promise<number> {
    if (this.#isFullOfText()) return 0;
    const oldest = [...this.#store.order.subarray(0, 1000)].filter(this.#isDated);
    const { source, query } = this.#options;
    return loadOlderEntries({
      source,
      filter: query().filter,
      loadedFrom: this.#loadedFrom ?? this.#clock.now(),
      firstWindowMs: estimateFirstWindowMs(oldest.flatMap((slot) => this.#timeOf(slot) ?? [])),
      signal,
      accept: (pages, edge) => {
        const knownTime = this.#newestTime(this.#clock.now());
        this.#loadedFrom = edge;
        const count = pages.reduce((sum, entries) => sum + this.#add(entries, 'before'), 0);
        this.#recordLag(knownTime);
        return count;
      },
    });
  }

  /** Stores the latest entries that aren't before `from`. Returns the time from which on no entries are missing. */
  async #readLatest(source: LogSource, signal: AbortSignal, from: () => number): Promise<number> {
    const page = await source.readLatest(this.#options.query().filter, signal);
    signal.throwIfAborted();
    this.#clock.adjust(page);
    const start = from();
    const entries = page.logs.filter(({ timestamp }) => !(Date.parse(timestamp) < start));
    this.#add(entries);
    this.#readAt = this.#options.now();
    const oldest = findFirstTime(entries) ?? this.#clock.now();
    const hasOlder = entries.length < page.logs.length;
    if (!this.#windows.isStarted) {
      // If the page is full, older entries might exist.
      const isAll = start === -Infinity && page.logs.length < maxPageEntries;
      this.#startPolls(page, start, isAll ? -Infinity : hasOlder ? start : oldest);
    }
    return hasOlder ? start : oldest;
  }

  /** Starts polls after a page with the latest entries since `start`. From `at` on, no entries are missing. */
  #startPolls({ logs, serverTime }: EntryPage, start: number, completeFrom: number): void {
    const { query, now } = this.#options;
    const startedAt = serverTime ?? this.#timeOf(this.#store.order.findLast(this.#isDated)) ?? now();
    const newestTime = logs
      .map(({ timestamp }) => Date.parse(timestamp))
      .reduce((latest, time) => (time > latest && time <= startedAt ? time : latest), -Infinity);
    if (this.#clock.isAdjusted && Number.isFinite(newestTime)) this.#lag.record(newestTime, startedAt);
    const minTime = query().range ? start : completeFrom;
    this.#windows.start({ startedAt, newestTime, minTime, completeFrom }, now());
  }

  /** Sets the clock before relative times are resolved. If the clock of this machine is wrong, they would be wrong too. */
  async #adjustClock(range: TimeRange, signal: AbortSignal): Promise<void> {
    if (this.#clock.isAdjusted || !isRelative(range)) return;
    const { source, query } = this.#options;
    this.#clock.adjust(await source.readLatest(query().filter, signal));
    signal.throwIfAborted();
  }

  /** Continues with the latest entries. The entries between them and the last page become a gap. */
  async #skipBacklog(
    page: EntryPage,
    since: number,
    signal: AbortSignal,
  ): Promise<SkippedBacklog | undefined> {
    const store = this.#store;
    const from = page.isNewestFirst ? since : findLastTime(page.logs);
    if (from === undefined) return undefined;
    const before = store.entryCount;
    const oldest = page.isNewestFirst ? findFirstTime(page.logs) : undefined;
    const until = oldest ?? (await this.#readLatest(this.#pollSource, signal, () => from));
    const isKnown = [...store.gaps.values()].some((gap) => gap.from <= from && gap.until >= until);
    const gap = until > from && !isKnown ? store.addGap({ from, until, isLoading: false }) : undefined;
    return { newCount: store.entryCount - before, until, gap };
  }

  /** Adds entries, and returns the number of new ones. */
  #add(entries: readonly LogEntry[], tie: EqualTimePosition = 'after'): number {
    return this.#store.add(entries, tie).reduce((sum, { count }) => sum + count, 0);
  }

  #addPolled(page: EntryPage): AddedEntries {
    const runs = this.#store.add(page.logs);
    const last = runs.at(-1);
    return {
      count: runs.reduce((sum, { count }) => sum + count, 0),
      newestTime: this.#timeOf(last && this.#store.order[last.at + last.count - 1]) ?? -Infinity,
    };
  }

  #acceptPage(page: EntryPage): void {
    const { columns } = this.#store;
    const { textBytes } = columns;
    this.#clock.adjust(page);
    this.#add(page.logs, 'before');
    const largest = this.#largestPage;
    largest.entries = Math.max(largest.entries, page.logs.length);
    largest.bytes = Math.max(largest.bytes, columns.textBytes - textBytes);
    this.#options.onPageStored();
  }

  /** Removes the oldest entries if their number exceeds the limit by `trimSlack`, or if there is too much text. */
  #trim(): void {
    if (!this.#options.canTrim()) return;
    const { entryCount, length } = this.#store;
    const limit = this.#options.rowLimit();
    const rows = entryCount > limit * (1 + trimSlack) ? length - limit : 0;
    if (!this.#store.trim(Math.max(rows, this.#isFullOfText() ? this.#countRowsOfExcessText() : 0))) return;
    this.#loadedFrom = this.#oldestTime() ?? this.#loadedFrom;
    // Reading this range again would restore the removed entries.
    if (this.#loadedFrom !== undefined) this.#windows.forgetBefore(this.#loadedFrom);
  }

  /** Returns the number of the oldest rows that contain the excess of text. */
  #countRowsOfExcessText(): number {
    const { columns, order, length } = this.#store;
    let excess = columns.textBytes - this.#options.textLimit() * (1 - trimSlack);
    let rows = 0;
    while (excess > 0 && rows < length) excess -= columns.countTextBytes(order[rows++] ?? 0);
    return rows;
  }

  /** Returns the number of pages below the limits, as a fraction. Each page counts as the largest one. */
  #pagesBelow(limit: number): number {
    const { columns, entryCount } = this.#store;
    const { entries, bytes } = this.#largestPage;
    const ofText = this.#isFullOfText() ? 0 : (this.#options.textLimit() - columns.textBytes) / bytes;
    return Math.min((limit - entryCount) / entries, ofText);
  }

  #isFullOfText(): boolean {
    const isFull = this.#store.columns.textBytes >= this.#options.textLimit();
    this.#isTextLimitReached ||= isFull;
    return isFull;
  }

  /** Records the delay of an entry that became the newest one without a poll. It's an upper limit. */
  #recordLag(knownTime: number): void {
    const now = this.#clock.now();
    const newestTime = this.#newestTime(now);
    if (this.#clock.isAdjusted && newestTime > knownTime) this.#lag.record(newestTime, now);
  }

  /** Returns the time of the newest entry that isn't later than `now`, or `-Infinity`. */
  #newestTime(now: number): number {
    const past = this.#store.order.subarray(0, this.#store.lowerBound(now + 1));
    return this.#timeOf(past.findLast(this.#isDated)) ?? -Infinity;
  }

  #oldestTime(): number | undefined {
    return this.#timeOf(this.#store.order.find(this.#isDated));
  }

  #timeOf(slot: number | undefined): number | undefined {
    return slot === undefined ? undefined : this.#store.columns.times[slot];
  }

  #isInGap(time: number): boolean {
    return [...this.#store.gaps.values()].some(({ from, until }) => from <= time && time <= until);
  }

  readonly #isDated = (slot: number): boolean => {
    const { columns } = this.#store;
    return columns.undatedFlags[slot] === 0 && columns.levels[slot] !== gapLevel;
  };
}

function isRelative({ since, until }: TimeRange): boolean {
  return [since, until].some((end) => end && 'ago' in end);
}

/** Returns the slots of all gaps, the oldest first. */
function listGapSlots(store: LogStore): number[] {
  return [...store.gaps.keys()].sort((a, b) => store.indexOf(a) - store.indexOf(b));
}

/** Returns the number of milliseconds that gaps span; of all gaps by default. */
function sumGapTime(store: LogStore, slots: Iterable<number> = store.gaps.keys()): number {
  let sum = 0;
  for (const slot of slots) {
    const gap = store.gaps.get(slot);
    if (gap) sum += gap.until - gap.from;
  }
  return sum;
}
