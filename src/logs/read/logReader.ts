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
  /** Returns the maximum number of entries in the store. */
  rowLimit(): number;
  /** Returns the maximum size of the texts in the store in bytes. */
  textLimit(): number;
  /** Whether rows can be removed, which changes slots. False while another operation uses slots. */
  canTrim(): boolean;
  /** Called after a page was stored. */
  onPageStored(): void;
}

/** The progress of a reader. Times are in milliseconds. */
export interface LogReaderStatus {
  /** Whether the first read has succeeded, so that polls have a start. */
  readonly isStarted: boolean;
  /** Progress of `readRange` or `fillGaps`, from 0 to 1. `undefined` if it's unknown. */
  readonly progress: number | undefined;
  /**
   * Every entry since this time is either loaded or in a gap. `undefined` before the first read, or if the range has no
   * start.
   */
  readonly loadedFrom: number | undefined;
  /** The time of this machine when the newest entries were last read. */
  readonly readAt: number | undefined;
  /** The typical delay of entries in milliseconds, rounded to minutes. `undefined` if it's short or unknown. */
  readonly typicalDelayMs: number | undefined;
  /** Whether entries were left out or removed because of the text limit. */
  readonly isTextLimitReached: boolean;
}

/** The result of a poll. */
export interface PollResult {
  readonly newCount: number;
  /**
   * The slot of a new gap with the rest of the backlog, if the backlog has too many pages for a poll. A backlog
   * consists of the entries that arrived after the previous poll.
   */
  readonly gap: number | undefined;
}

/** The result of replacing a backlog by a gap that ends at `until`. */
interface SkippedBacklog extends PollResult {
  readonly until: number;
}

/** The result of a late-entry scan: it reads entries again that might have arrived late. */
export interface LateEntryScanResult {
  readonly newCount: number;
  /** Whether the scan continues after the next poll. */
  readonly isIncomplete: boolean;
}

/** The number of new entries in a response, and the time of the last one. */
interface AddedEntries {
  readonly count: number;
  readonly newestTime: number;
}

/**
 * A live log can exceed the row limit by this share before its oldest entries are removed, because removing entries is
 * slow. At the text limit, entries are removed until the text is below the limit by this share.
 */
const trimSlack = 0.1;

/** Maximum number of pages in a poll. After that, it continues with the newest entries, and leaves a gap. */
const maxPollPages = 50;

/** Maximum number of pages that a late-entry scan reads between two polls, so that the next poll isn't delayed. */
const maxLateEntryScanPages = 20;

/**
 * Reads entries from a source into a store, without losing or duplicating any. Parts that aren't loaded are gaps in the
 * store. All asynchronous methods reject if the service fails, and keep the entries that were read.
 */
export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #store: LogStore;
  /** The source without retries, for polls: the next poll is the retry. */
  readonly #pollSource: LogSource;
  readonly #clock: ServiceClock;
  readonly #delay = createArrivalDelay();
  /** A poll that fails doesn't change it. */
  readonly #windows = new PollWindows(() => this.#delay.maxMs);
  #loadedFrom: number | undefined;
  #readAt: number | undefined;
  #isTextLimitReached = false;
  /** Milliseconds that all gaps spanned when loading began, and that the gaps to load spanned. */
  #progressStart = { gapMs: 0, msToLoad: 0 };
  /**
   * The estimated size of a page: the largest number of entries and bytes so far, but at least `maxPageEntries`
   * entries.
   */
  readonly #largestPage = { entries: maxPageEntries, bytes: 1 };

  constructor(options: LogReaderOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#pollSource = options.source.withoutRetries ?? options.source;
    this.#clock = createServiceClock(options.now);
  }

  get status(): LogReaderStatus {
    const { gapMs, msToLoad } = this.#progressStart;
    return {
      isStarted: this.#windows.isStarted,
      progress:
        msToLoad > 0 ? Math.min(1, Math.max(0, (gapMs - sumGapTime(this.#store)) / msToLoad)) : undefined,
      loadedFrom: this.#loadedFrom,
      readAt: this.#readAt,
      typicalDelayMs: this.#delay.typicalMs,
      isTextLimitReached: this.#isTextLimitReached,
    };
  }

  clear(): void {
    this.#windows.clear();
    this.#delay.clear();
    this.#loadedFrom = undefined;
    this.#readAt = undefined;
    this.#isTextLimitReached = false;
    this.#progressStart = { gapMs: 0, msToLoad: 0 };
  }

  /** Reads the latest entries (`environments.getLatestLogs`). */
  async readNewest(signal: AbortSignal): Promise<void> {
    await this.#readLatest(this.#options.source, signal, () => -Infinity);
    this.#loadedFrom = this.#findOldestTime() ?? this.#clock.now();
  }

  /**
   * Reads the range of the query, the latest entries first (`environments.getLatestLogs`), and then the entries before
   * them (`environments.getLogs`).
   */
  async readRange(signal: AbortSignal): Promise<FillResult> {
    const { since, until } = this.#options.query().range ?? {};
    const resolveSince = () => since && resolveTimePoint(since, this.#clock.now());
    let end: number;
    if (until) {
      await this.#adjustClock({ ...(since && { since }), until }, signal);
      end = resolveTimePoint(until, this.#clock.now());
      const startedAt = Math.min(this.#clock.now(), end);
      const completeFrom = startedAt - expectedDelayMs;
      const minTime = resolveSince() ?? -Infinity;
      this.#windows.start({ startedAt, newestTime: -Infinity, minTime, completeFrom }, this.#options.now());
    } else {
      end = await this.#readLatest(this.#options.source, signal, () => resolveSince() ?? -Infinity);
    }
    const from = resolveSince();
    this.#loadedFrom = from;
    if (!until && from !== undefined && end <= from) return 'done';
    this.#store.addGap({ from: from ?? 0, until: end, isLoading: true });
    return this.fillGaps(signal);
  }

  /** Loads the entries of one gap, or of all gaps, the newest first, until the store has `maxEntries` entries. */
  async fillGaps(
    signal: AbortSignal,
    onlySlot?: number,
    maxEntries: number = this.#options.rowLimit(),
  ): Promise<FillResult> {
    const store = this.#store;
    const now = this.#clock.now();
    const start = { startedAt: now, newestTime: this.#findNewestTime(now) };
    const slots = onlySlot === undefined ? listGapSlots(store).reverse() : [onlySlot];
    this.#progressStart = { gapMs: sumGapTime(store), msToLoad: sumGapTime(store, slots) };
    const budget = createPageBudget(() => this.#estimateRemainingPages(maxEntries));
    const { source, query } = this.#options;
    const accept = (page: EntryPage) => this.#acceptPage(page);
    try {
      for (const slot of slots) {
        // At the limit, a single gap that the user selected still gets one page.
        if (onlySlot === undefined && budget.isSpent()) return 'limit';
        const result = await fillGap(slot, { source, filter: query().filter, store, budget, signal, accept });
        if (result === 'limit') return 'limit';
      }
      return 'done';
    } finally {
      this.#recordDelay(start.newestTime);
      // Late entries can still arrive on either side of a gap.
      if (this.#windows.isStarted) this.#windows.include(start);
    }
  }

  /** Reads new entries (`environments.getLogs`). */
  async poll(signal: AbortSignal): Promise<PollResult> {
    const { nextPollFrom: since, lastPolledAt: previousPollAt } = this.#windows;
    const newestTimeBefore = this.#findNewestTime(this.#clock.now());
    let startedAt: number | undefined;
    let newCount = 0;
    let newestPolledTime = -Infinity;
    let pageCount = 0;
    let skipped: SkippedBacklog | undefined;
    const range = { ...this.#options.query().filter, since };
    for await (const page of readTimePages(this.#pollSource, range, signal)) {
      this.#clock.adjust(page);
      startedAt ??= page.serverTime;
      const added = this.#addPolled(page);
      newCount += added.count;
      newestPolledTime = Math.max(newestPolledTime, added.newestTime);
      this.#trim();
      // Pages without new entries are processed quickly, so they don't count.
      if (added.count > 0) pageCount++;
      if (pageCount < maxPollPages || page.nextToken === undefined) continue;
      skipped = await this.#skipBacklog(page, since, signal);
      newCount += skipped?.newCount ?? 0;
      if (skipped) break;
    }
    const now = this.#clock.now();
    const newestTimeAfter = this.#findNewestTime(now);
    if (skipped) newestPolledTime = newestTimeAfter;
    if (this.#clock.isAdjusted && newCount > 0) this.#delay.record(newestPolledTime, now, previousPollAt);
    startedAt ??= Math.min(Number.isFinite(newestTimeAfter) ? newestTimeAfter : since, now);
    this.#windows.completePoll({ startedAt, newestTime: newestTimeBefore }, (count) =>
      this.#getTime(this.#store.order.at(-count)),
    );
    if (skipped) this.#windows.skipTo(skipped.until);
    this.#trim();
    this.#readAt = this.#options.now();
    return { newCount, gap: skipped?.gap };
  }

  /** Scans a part of the range in which entries might have arrived late (`environments.getLogs`), if a scan is due. */
  async scanLateEntries(signal: AbortSignal): Promise<LateEntryScanResult> {
    const part = this.#windows.nextLateEntryRange(this.#options.now());
    if (!part) return { newCount: 0, isIncomplete: false };
    const { since, until } = part;
    const previousScanAt = this.#windows.lateEntriesScannedAt;
    let newCount = 0;
    let pageCount = 0;
    let newestTime = -Infinity;
    let reachedTime: number | undefined;
    const range = { ...this.#options.query().filter, since, until };
    for await (const page of since >= until ? [] : readTimePages(this.#pollSource, range, signal)) {
      const added = this.#addPolled(page);
      newCount += added.count;
      // Entries in a gap aren't late: they weren't loaded before.
      if (!this.#isInGap(added.newestTime)) newestTime = Math.max(newestTime, added.newestTime);
      // Pages in descending order can't be continued from a time.
      if (++pageCount < maxLateEntryScanPages || page.nextToken === undefined || page.isNewestFirst) continue;
      const lastTime = findLastTime(page.logs) ?? since;
      if (lastTime <= since) continue;
      reachedTime = lastTime;
      break;
    }
    // The entry arrived after the previous scan, so its delay is at least the time from the entry to that scan. Others
    // can be delayed as much.
    const isVeryLate = Number.isFinite(newestTime) && previousScanAt - newestTime > expectedDelayMs / 2;
    if (this.#clock.isAdjusted && isVeryLate) this.#delay.record(newestTime, previousScanAt, previousScanAt);
    this.#windows.completeLateEntryRange(part, this.#options.now(), reachedTime);
    return { newCount, isIncomplete: this.#windows.isScanningLateEntries };
  }

  /** Reads entries before the first one (`environments.getLogs`), and returns their number. */
  async loadOlder(signal: AbortSignal): Promise<number> {
    if (this.#checkTextLimit()) return 0;
    const oldest = [...this.#store.order.subarray(0, 1000)].filter(this.#hasTime);
    const { source, query } = this.#options;
    return loadOlderEntries({
      source,
      filter: query().filter,
      loadedFrom: this.#loadedFrom ?? this.#clock.now(),
      firstWindowMs: estimateFirstWindowMs(oldest.flatMap((slot) => this.#getTime(slot) ?? [])),
      signal,
      accept: (pages, windowStart) => {
        const newestTimeBefore = this.#findNewestTime(this.#clock.now());
        this.#loadedFrom = windowStart;
        const count = pages.reduce((sum, entries) => sum + this.#add(entries, 'before'), 0);
        this.#recordDelay(newestTimeBefore);
        return count;
      },
    });
  }

  /**
   * Stores the latest entries since the time that `getStart` returns, which is called after the clock was set. Returns
   * a time since which no entries are missing.
   */
  async #readLatest(source: LogSource, signal: AbortSignal, getStart: () => number): Promise<number> {
    const page = await source.readLatest(this.#options.query().filter, signal);
    signal.throwIfAborted();
    this.#clock.adjust(page);
    const start = getStart();
    const entries = page.logs.filter(({ timestamp }) => !(Date.parse(timestamp) < start));
    this.#add(entries);
    this.#readAt = this.#options.now();
    const oldest = findFirstTime(entries) ?? this.#clock.now();
    const hasOlder = entries.length < page.logs.length;
    if (!this.#windows.isStarted) {
      // If the page is full, older entries might exist.
      const hasAllEntries = start === -Infinity && page.logs.length < maxPageEntries;
      this.#startPolls(page, start, hasAllEntries ? -Infinity : hasOlder ? start : oldest);
    }
    return hasOlder ? start : oldest;
  }

  /** Starts polls after a page with the latest entries since `start`. No entries since `completeFrom` are missing. */
  #startPolls({ logs, serverTime }: EntryPage, start: number, completeFrom: number): void {
    const { query, now } = this.#options;
    const startedAt = serverTime ?? this.#getTime(this.#store.order.findLast(this.#hasTime)) ?? now();
    const newestTime = logs
      .map(({ timestamp }) => Date.parse(timestamp))
      .reduce((latest, time) => (time > latest && time <= startedAt ? time : latest), -Infinity);
    if (this.#clock.isAdjusted && Number.isFinite(newestTime)) this.#delay.record(newestTime, startedAt);
    const minTime = query().range ? start : completeFrom;
    this.#windows.start({ startedAt, newestTime, minTime, completeFrom }, now());
  }

  /** Sets the clock if the range has relative times, so that they don't depend on the clock of this machine. */
  async #adjustClock(range: TimeRange, signal: AbortSignal): Promise<void> {
    if (this.#clock.isAdjusted || !isRelative(range)) return;
    const { source, query } = this.#options;
    this.#clock.adjust(await source.readLatest(query().filter, signal));
    signal.throwIfAborted();
  }

  /** Continues a poll with the latest entries. The entries between them and `page` become a gap. */
  async #skipBacklog(
    page: EntryPage,
    since: number,
    signal: AbortSignal,
  ): Promise<SkippedBacklog | undefined> {
    const store = this.#store;
    const from = page.isNewestFirst ? since : findLastTime(page.logs);
    if (from === undefined) return undefined;
    const countBefore = store.entryCount;
    const oldest = page.isNewestFirst ? findFirstTime(page.logs) : undefined;
    const until = oldest ?? (await this.#readLatest(this.#pollSource, signal, () => from));
    const isInGap = [...store.gaps.values()].some((gap) => gap.from <= from && gap.until >= until);
    const gap = until > from && !isInGap ? store.addGap({ from, until, isLoading: false }) : undefined;
    return { newCount: store.entryCount - countBefore, until, gap };
  }

  /** Adds entries, and returns the number of new ones. */
  #add(entries: readonly LogEntry[], positionAmongEqual: EqualTimePosition = 'after'): number {
    return this.#store.add(entries, positionAmongEqual).reduce((sum, { count }) => sum + count, 0);
  }

  #addPolled(page: EntryPage): AddedEntries {
    const runs = this.#store.add(page.logs);
    const last = runs.at(-1);
    return {
      count: runs.reduce((sum, { count }) => sum + count, 0),
      newestTime: this.#getTime(last && this.#store.order[last.at + last.count - 1]) ?? -Infinity,
    };
  }

  #acceptPage(page: EntryPage): void {
    const { columns } = this.#store;
    const bytesBefore = columns.textBytes;
    this.#clock.adjust(page);
    this.#add(page.logs, 'before');
    const largest = this.#largestPage;
    largest.entries = Math.max(largest.entries, page.logs.length);
    largest.bytes = Math.max(largest.bytes, columns.textBytes - bytesBefore);
    this.#options.onPageStored();
  }

  /**
   * Removes the oldest entries if the number of entries exceeds the limit by `trimSlack`, or if there is too much text.
   */
  #trim(): void {
    if (!this.#options.canTrim()) return;
    const { entryCount, length } = this.#store;
    const limit = this.#options.rowLimit();
    const excessRows = entryCount > limit * (1 + trimSlack) ? length - limit : 0;
    if (!this.#store.trim(Math.max(excessRows, this.#checkTextLimit() ? this.#countRowsOfExcessText() : 0)))
      return;
    this.#loadedFrom = this.#findOldestTime() ?? this.#loadedFrom;
    // Otherwise, a poll would load the removed entries again.
    if (this.#loadedFrom !== undefined) this.#windows.forgetBefore(this.#loadedFrom);
  }

  /** Returns the number of oldest rows to remove until the text is below the limit by `trimSlack`. */
  #countRowsOfExcessText(): number {
    const { columns, order, length } = this.#store;
    let excess = columns.textBytes - this.#options.textLimit() * (1 - trimSlack);
    let rows = 0;
    while (excess > 0 && rows < length) excess -= columns.countTextBytes(order[rows++] ?? 0);
    return rows;
  }

  /**
   * Estimates how many more pages fit below the limits, possibly a fraction. Assumes pages as large as the largest one
   * so far.
   */
  #estimateRemainingPages(maxEntries: number): number {
    const { columns, entryCount } = this.#store;
    const { entries, bytes } = this.#largestPage;
    const pagesOfText = this.#checkTextLimit() ? 0 : (this.#options.textLimit() - columns.textBytes) / bytes;
    return Math.min((maxEntries - entryCount) / entries, pagesOfText);
  }

  /** Returns whether the text limit is reached, and remembers that for the status. */
  #checkTextLimit(): boolean {
    const isFull = this.#store.columns.textBytes >= this.#options.textLimit();
    this.#isTextLimitReached ||= isFull;
    return isFull;
  }

  /**
   * Records the delay of an entry that became the newest one without a poll. The entry might have arrived earlier, so
   * the recorded delay is an upper limit.
   */
  #recordDelay(newestTimeBefore: number): void {
    const now = this.#clock.now();
    const newestTime = this.#findNewestTime(now);
    if (this.#clock.isAdjusted && newestTime > newestTimeBefore) this.#delay.record(newestTime, now);
  }

  /** Returns the time of the newest entry that isn't later than `now`, or `-Infinity`. */
  #findNewestTime(now: number): number {
    const past = this.#store.order.subarray(0, this.#store.lowerBound(now + 1));
    return this.#getTime(past.findLast(this.#hasTime)) ?? -Infinity;
  }

  #findOldestTime(): number | undefined {
    return this.#getTime(this.#store.order.find(this.#hasTime));
  }

  #getTime(slot: number | undefined): number | undefined {
    return slot === undefined ? undefined : this.#store.columns.times[slot];
  }

  #isInGap(time: number): boolean {
    return [...this.#store.gaps.values()].some(({ from, until }) => from <= time && time <= until);
  }

  readonly #hasTime = (slot: number): boolean => {
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

/** Returns the number of milliseconds that the gaps with these slots span. Default: all gaps. */
function sumGapTime(store: LogStore, slots: Iterable<number> = store.gaps.keys()): number {
  let sum = 0;
  for (const slot of slots) {
    const gap = store.gaps.get(slot);
    if (gap) sum += gap.until - gap.from;
  }
  return sum;
}
