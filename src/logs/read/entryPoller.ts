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
  /** This machine's time in ms. */
  now(): number;
  filter(): ServiceFilter;
  /** The time of the newest entry that is known and not after `seen`; -Infinity: none is. */
  newest(seen: number): number;
  /** Lets go of what is too much, the oldest first. */
  trim(): void;
  /** Takes the newest entries, from `from` on (E8). Answers the time from which on all are there. */
  readLatest(signal: AbortSignal, from: () => number): Promise<number>;
}

/** What follows a log: polls for what is new, and looks back for what came late. */
export interface EntryPoller {
  poll(signal: AbortSignal): Promise<PollResult>;
  lookBack(signal: AbortSignal): Promise<LookbackResult>;
}

/** What a poll has brought. */
export interface PollResult {
  readonly fresh: number;
  /** It was more than a poll should read; the slot of what is left out. */
  readonly gap: number | undefined;
}

type SkippedBacklog = PollResult & { readonly until: number };

/** What a look back has brought. `isBehind`: it isn't at its end. */
export interface LookbackResult {
  readonly fresh: number;
  readonly isBehind: boolean;
}

/** What of a reply was new: how many entries, and the time of the last one. */
interface AddedEntries {
  readonly count: number;
  readonly newest: number;
}

/** A poll that would read more pages than this shows the newest entries and a gap first. */
const backlogPages = 50;

/** Pages of a look back before the next poll: that isn't to wait for them. */
const lookbackPages = 20;

/** Makes what follows the log of `source`. */
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
      // What is only read again is soon done with.
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
      // What was left out hasn't come late.
      if (!isMissing(added.newest)) newest = Math.max(newest, added.newest);
      // The newest ones are no place to go on from.
      if (++pages < lookbackPages || leaf.nextToken === undefined || leaf.isNewestFirst) continue;
      const last = findLastTime(leaf.logs) ?? since;
      if (last <= since) continue;
      reached = last;
      break;
    }
    // It may have come any time since then: it was late by that at least. As late as this, others may be missed.
    const isVeryLate = Number.isFinite(newest) && before - newest > expectedLatenessMs / 2;
    if (clock.isAdjusted && isVeryLate) delay.record(newest, before, before);
    pollWindows.completeLookback(part, deps.now(), reached);
    return { fresh, isBehind: pollWindows.isLookingBack };
  }

  function isMissing(time: number): boolean {
    return [...store.gaps.values()].some(({ from, until }) => from <= time && time <= until);
  }

  /** Goes on with the newest entries, from `until` on; what lies between them and what was read becomes a gap. */
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
