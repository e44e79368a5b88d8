import type { LogEntry } from '../../api/logEntries.ts';
import type { LogSource, ServiceFilter } from './logSource.ts';
import { readTimePages } from './timePages.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Length of a period without entries that counts as the beginning of the log. */
export const maxSearchMs = 30 * dayMs;
const minWindowMs = 1_000;
/** Maximum number of pages in a window. A narrower window finds the nearest entries sooner. */
const maxWindowPages = 5;

/** The parameters of a search for older entries. Times are in milliseconds by the clock of the service. */
interface OlderEntrySearch {
  readonly source: LogSource;
  readonly filter: ServiceFilter;
  /** The time from which on all entries are loaded. */
  readonly loadedFrom: number;
  /** Length of the first window, about the time that the last page spans. */
  readonly firstWindowMs: number;
  readonly signal: AbortSignal;
  /** Stores the pages of a complete window that begins at `edge`. Returns the number of new entries. */
  accept(replies: readonly (readonly LogEntry[])[], edge: number): number;
}

/**
 * Searches for entries before `edge` (`environments.getLogs`) in windows that double in length while they are empty. A
 * window includes the first known millisecond, because that might be incomplete. Only complete windows are stored, so
 * that there is never a gap. Returns the number of entries, or 0 if there are none within `maxSearchMs`.
 */
export async function loadOlderEntries(search: OlderEntrySearch): Promise<number> {
  const { source, filter, signal, accept } = search;
  let { loadedFrom } = search;
  let window = Math.min(Math.max(search.firstWindowMs, minWindowMs), maxSearchMs);
  const end = loadedFrom - maxSearchMs;
  while (loadedFrom > end) {
    const start = Math.max(loadedFrom - window, end);
    const replies = await readWindow(source, filter, start, loadedFrom, signal);
    if (replies) {
      const found = accept(replies, start);
      if (found > 0) return found;
      loadedFrom = start;
      window *= 2;
    } else {
      window = Math.max(Math.round(window / 4), minWindowMs);
    }
  }
  return 0;
}

async function readWindow(
  source: LogSource,
  filter: ServiceFilter,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<readonly (readonly LogEntry[])[] | undefined> {
  const replies: (readonly LogEntry[])[] = [];
  for await (const page of readTimePages(source, { ...filter, since: start, until: end }, signal)) {
    replies.push(page.logs);
    const isTooMuch = replies.length >= maxWindowPages && page.nextToken !== undefined;
    if (isTooMuch && end - start > minWindowMs) return undefined;
  }
  return replies;
}

/**
 * Returns the length of the first window: the time that the oldest thousand rows span. `times` are ascending, in
 * milliseconds.
 */
export function estimateFirstWindowMs(times: readonly number[]): number {
  const oldest = times[0];
  const newest = times[Math.min(times.length, 1000) - 1];
  if (oldest === undefined || newest === undefined || times.length < 2) return 15 * minuteMs;
  return Math.min(Math.max(newest - oldest, minWindowMs), dayMs);
}
