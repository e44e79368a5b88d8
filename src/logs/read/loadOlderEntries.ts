import type { LogEntry } from '../../api/logEntries.ts';
import type { LogSource, ServiceFilter } from './logSource.ts';
import { readTimePages } from './timePages.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How far back an unbroken silence is searched before it counts as the beginning. */
export const maxSearchMs = 30 * dayMs;
const minWindowMs = 1_000;
/** More pages than this, and the window was too wide: a narrower one brings the nearest entries sooner. */
const maxPages = 5;

/** What a search for older entries is given. Times in milliseconds of the service's clock. */
interface OlderSearch {
  readonly source: LogSource;
  readonly filter: ServiceFilter;
  /** All entries from here on are there. */
  readonly edge: number;
  /** Length of the first window: about as long as the service's last page lasted. */
  readonly window: number;
  readonly signal: AbortSignal;
  /** Takes the replies of a complete window that begins at `edge`; says how many of their entries were new. */
  accept(replies: readonly (readonly LogEntry[])[], edge: number): number;
}

/**
 * Looks for entries before `edge` (E7) in windows that double while they are empty. Each window ends in the
 * millisecond where the known ones begin, which may have been cut through the middle. Windows are handed on
 * only when complete, so that no gap ever shows. Answers how many entries were found; 0: none in `reach`.
 */
export async function loadOlderEntries(search: OlderSearch): Promise<number> {
  const { source, filter, signal, accept } = search;
  let { edge } = search;
  let window = Math.min(Math.max(search.window, minWindowMs), maxSearchMs);
  const end = edge - maxSearchMs;
  while (edge > end) {
    const start = Math.max(edge - window, end);
    const replies = await readWindow(source, filter, start, edge, signal);
    if (replies) {
      const found = accept(replies, start);
      if (found > 0) return found;
      edge = start;
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
    const isTooMuch = replies.length >= maxPages && page.nextToken !== undefined;
    if (isTooMuch && end - start > minWindowMs) return undefined;
  }
  return replies;
}

/** A first window for what is loaded: as long as the oldest thousand rows lasted. Times in ms, ascending. */
export function estimateFirstWindow(times: readonly number[]): number {
  const oldest = times[0];
  const newest = times[Math.min(times.length, 1000) - 1];
  if (oldest === undefined || newest === undefined || times.length < 2) return 15 * minuteMs;
  return Math.min(Math.max(newest - oldest, minWindowMs), dayMs);
}
