import { estimateFirstWindowMs, loadOlderEntries } from '../read/loadOlderEntries.ts';
import { type LogSource, maxPageEntries, type ServiceFilter } from '../read/logSource.ts';
import { findFirstTime } from '../read/timePages.ts';
import type { LogStore } from '../store/logStore.ts';
import { resolveTimePoint, type TimeRange } from '../timeRange.ts';

/** Number of entries after which reading stops. A text for a chat agent has far fewer. */
const maxEntries = 2000;

/** Number of entries after which the search for a request stops. The service can't filter by request. */
const maxSearchedEntries = 200_000;

interface EntryQuery {
  readonly range: TimeRange;
  readonly filter: ServiceFilter;
  readonly requestId?: string | undefined;
}

/**
 * Reads the newest entries of a range into an empty store (`environments.getLatestLogs`, `environments.getLogs`). The
 * store can also contain entries before the range. For a request, reads back to its START entry. Returns the start of
 * the range in milliseconds, and whether older entries of the range weren't read. `now` is the time of this machine.
 */
export async function readNewestEntries(
  source: LogSource,
  store: LogStore,
  { range, filter, requestId }: EntryQuery,
  now: number,
  signal: AbortSignal,
): Promise<{ readonly since: number; readonly hasOlder: boolean }> {
  let serviceTime = now;
  let loadedFrom = range.until ? resolveTimePoint(range.until, now) : undefined;
  if (loadedFrom === undefined) {
    const page = await source.readLatest(filter, signal);
    signal.throwIfAborted();
    serviceTime = page.serverTime ?? now;
    store.add(page.logs);
    // If the page isn't full, it contains all entries.
    if (page.logs.length >= maxPageEntries) loadedFrom = findFirstTime(page.logs);
  }
  const since = range.since ? resolveTimePoint(range.since, serviceTime) : Number.NEGATIVE_INFINITY;
  let hasOlder = loadedFrom !== undefined && loadedFrom > since;
  while (hasOlder && !hasEnoughEntries(store, requestId)) {
    const windowEnd: number = loadedFrom ?? serviceTime;
    const count = await loadOlderEntries({
      source,
      filter,
      loadedFrom: windowEnd,
      firstWindowMs: Math.min(estimateWindowMs(store), windowEnd - since),
      signal,
      accept: (pages, windowStart) => {
        loadedFrom = windowStart;
        const added = pages.flatMap((entries) => store.add(entries, 'before'));
        const addedCount = added.reduce((sum, run) => sum + run.count, 0);
        // The search ends at the start of the range, even if no entry was found.
        return windowStart <= since ? Math.max(1, addedCount) : addedCount;
      },
    });
    const isLogStart = count === 0 && since === Number.NEGATIVE_INFINITY;
    hasOlder = !isLogStart && (loadedFrom ?? since) > since;
  }
  return { since, hasOlder: hasOlder && !hasStart(store, requestId) };
}

function hasEnoughEntries(store: LogStore, requestId: string | undefined): boolean {
  if (requestId === undefined) return store.entryCount >= maxEntries;
  return hasStart(store, requestId) || store.entryCount >= maxSearchedEntries;
}

function hasStart(store: LogStore, requestId: string | undefined): boolean {
  const code = requestId === undefined ? undefined : store.columns.requestIds.findCode(requestId);
  return code !== undefined && store.findStart(code) !== undefined;
}

function estimateWindowMs({ columns, order }: LogStore): number {
  return estimateFirstWindowMs([...order.subarray(0, 1000)].map((slot) => columns.times[slot] ?? 0));
}
