import type { LogStore } from '../store/logStore.ts';
import type { ArrivalLag } from './arrivalLag.ts';
import type { EntryPage, LogSource, ServiceFilter } from './logSource.ts';
import { expectedLatenessMs, type PollWindows } from './pollWindows.ts';
import type { ServiceClock } from './serviceClock.ts';
import { findFirstTime, findLastTime, readTimePages } from './timePages.ts';

interface LiveDeps {
  readonly source: LogSource;
  readonly store: LogStore;
  readonly clock: ServiceClock;
  readonly delay: ArrivalLag;
  readonly pollWindows: PollWindows;
  /** Returns the time of this machine in milliseconds. */
  now(): number;
  filter(): ServiceFilter;
  /** Returns the time of the newest entry that isn't later than `seen`, or `-Infinity`. */
  newest(seen: number): number;
  /** Removes the oldest entries if there are too many. */
  trim(): void;
  /**
   * Loads the latest entries (`environments.getLatestLogs`) that aren't before `from`. Returns the time from which on
   * no entries are missing.
   */
  readLatest(signal: AbortSignal, from: () => number): Promise<number>;
}

/** Polls for new entries, and looks back for entries that arrived late. */
export interface EntryPoller {
  poll(signal: AbortSignal): Promise<PollResult>;
  lookBack(signal: AbortSignal): Promise<LookbackResult>;
}

export interface PollResult {
  readonly fresh: number;
  /** The slot of the gap with the rest of the backlog, if there were too many pages for a poll. */
  readonly gap: number | undefined;
}

type SkippedBacklog = PollResult & { readonly until: number };

/** The result of a look back. `isBehind` means that the look back continues with the next poll. */
export interface LookbackResult {
  readonly fresh: number;
  readonly isBehind: boolean;
}

/** The number of new entries in a response, and the time of the last one. */
interface AddedEntries {
  readonly count: number;
  readonly newest: number;
}

/** Number of pages after which a poll skips the backlog, and shows the newest entries and a gap. */
const backlogPages = 50;

/** Maximum number of pages of a look back between two polls, so that the next poll isn't delayed. */
const lookbackPages = 20;

export function createEntryPoller({
  source,
  store,
  clock,
  delay,
  pollWindows,
  ...deps
}: LiveDeps): EntryPoller {
  function add(page: EntryPage): AddedEntries {
    const runs = store.add(page.logs);
    const last = runs.at(-1);
    const slot = last && store.order[last.at + last.count - 1];
    return {
      count: runs.reduce((sum, { count }) => sum + count, 0),
      newest: slot === undefined ? -Infinity : (store.columns.times[slot] ?? -Infinity),
    };
  }

  async function poll(signal: AbortSignal): Promise<PollResult> {
    const { pollFrom, polledAt: before } = pollWindows;
    const known = deps.newest(clock.now());
    let start: number | undefined;
    let fresh = 0;
    let newest = -Infinity;
    let pages = 0;
    let skipped: SkippedBacklog | undefined;
    for await (const page of readTimePages(source, { ...deps.filter(), since: pollFrom }, signal)) {
      clock.adjust(page);
      start ??= page.serverTime;
      const added = add(page);
      fresh += added.count;
      newest = Math.max(newest, added.newest);
      deps.trim();
      // Pages without new entries are processed quickly, so they don't count.
      if (added.count > 0) pages++;
      if (pages < backlogPages || page.nextToken === undefined) continue;
      skipped = await skip(page, pollFrom, signal);
      fresh += skipped?.fresh ?? 0;
      if (skipped) break;
    }
    const now = clock.now();
    const last = deps.newest(now);
    if (skipped) newest = last;
    if (clock.isAdjusted && fresh > 0) delay.record(newest, now, before);
    const seen = start ?? Math.min(Number.isFinite(last) ? last : pollFrom, now);
    pollWindows.completePoll(
      { seen, newest: known },
      (behind) => store.columns.times[store.order.at(-behind) ?? -1],
    );
    if (skipped) pollWindows.skipTo(skipped.until);
    return { fresh, gap: skipped?.gap };
  }

  async function late(signal: AbortSignal): Promise<LookbackResult> {
    const part = pollWindows.nextLookback(deps.now());
    if (!part) return { fresh: 0, isBehind: false };
    const { since, until } = part;
    const before = pollWindows.lookedBackAt;
    let [fresh, pages] = [0, 0];
    let newest = -Infinity;
    let reached: number | undefined;
    const range = { ...deps.filter(), since, until };
    for await (const leaf of since >= until ? [] : readTimePages(source, range, signal)) {
      const added = add(leaf);
      fresh += added.count;
      // Entries in a gap were skipped, and didn't arrive late.
      if (!isMissing(added.newest)) newest = Math.max(newest, added.newest);
      // A reading that begins with the newest entries can't be continued at their time.
      if (++pages < lookbackPages || leaf.nextToken === undefined || leaf.isNewestFirst) continue;
      const last = findLastTime(leaf.logs) ?? since;
      if (last <= since) continue;
      reached = last;
      break;
    }
    // The entry arrived after the last look back, so its delay is at least that long. Other entries can be delayed as
    // much.
    const isVeryLate = Number.isFinite(newest) && before - newest > expectedLatenessMs / 2;
    if (clock.isAdjusted && isVeryLate) delay.record(newest, before, before);
    pollWindows.completeLookback(part, deps.now(), reached);
    return { fresh, isBehind: pollWindows.isLookingBack };
  }

  function isMissing(time: number): boolean {
    return [...store.gaps.values()].some(({ from, until }) => from <= time && time <= until);
  }

  /** Continues with the latest entries. The entries between them and the last page become a gap. */
  async function skip(
    leaf: EntryPage,
    since: number,
    signal: AbortSignal,
  ): Promise<SkippedBacklog | undefined> {
    const from = leaf.isNewestFirst ? since : findLastTime(leaf.logs);
    if (from === undefined) return undefined;
    const before = store.entryCount;
    const read = leaf.isNewestFirst ? findFirstTime(leaf.logs) : undefined;
    const until = read ?? (await deps.readLatest(signal, () => from));
    const isKnown = [...store.gaps.values()].some((known) => known.from <= from && known.until >= until);
    const gap = until > from && !isKnown ? store.addGap({ from, until, isLoading: false }) : undefined;
    return { fresh: store.entryCount - before, until, gap };
  }

  return { poll, lookBack: late };
}
