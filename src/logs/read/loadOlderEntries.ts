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
  /** All entries since this time are loaded or in a gap. */
  readonly loadedFrom: number;
  /** Length of the first window in milliseconds. */
  readonly firstWindowMs: number;
  readonly signal: AbortSignal;
  /** Stores the pages of a complete window that begins at `windowStart`. Returns the number of new entries. */
  accept(pages: readonly (readonly LogEntry[])[], windowStart: number): number;
}

/**
 * Searches for entries before `loadedFrom` (`environments.getLogs`) in windows that double in length while they are
 * empty. A window includes the first known millisecond, because that might be incomplete. Only complete windows are
 * stored, so that there is never a gap. Returns the number of entries, or 0 if there are none within `maxSearchMs`.
 */
export async function loadOlderEntries(search: OlderEntrySearch): Promise<number> {
  const { source, filter, signal, accept } = search;
  let windowEnd = search.loadedFrom;
  let windowMs = Math.min(Math.max(search.firstWindowMs, minWindowMs), maxSearchMs);
  const searchEnd = windowEnd - maxSearchMs;
  while (windowEnd > searchEnd) {
    const windowStart = Math.max(windowEnd - windowMs, searchEnd);
    const pages = await readWindow(source, filter, windowStart, windowEnd, signal);
    if (pages) {
      const count = accept(pages, windowStart);
      if (count > 0) return count;
      windowEnd = windowStart;
      windowMs *= 2;
    } else {
      windowMs = Math.max(Math.round(windowMs / 4), minWindowMs);
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
  const pages: (readonly LogEntry[])[] = [];
  for await (const page of readTimePages(source, { ...filter, since: start, until: end }, signal)) {
    pages.push(page.logs);
    const hasTooManyPages = pages.length >= maxWindowPages && page.nextToken !== undefined;
    if (hasTooManyPages && end - start > minWindowMs) return undefined;
  }
  return pages;
}

/**
 * Returns the length of the first window in milliseconds: the time that the oldest thousand rows span, but at most a
 * day. `times` are ascending.
 */
export function estimateFirstWindowMs(times: readonly number[]): number {
  const oldest = times[0];
  const newest = times[Math.min(times.length, 1000) - 1];
  if (oldest === undefined || newest === undefined || times.length < 2) return 15 * minuteMs;
  return Math.min(Math.max(newest - oldest, minWindowMs), dayMs);
}
