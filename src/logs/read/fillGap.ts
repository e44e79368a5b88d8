import type { Gap } from '../logRow.ts';
import type { LogStore } from '../store/logStore.ts';
import type { EntryPage, LogSource, ServiceFilter } from './logSource.ts';
import type { PageBudget } from './pageBudget.ts';
import { findFirstTime, findLastTime, readTimePages } from './timePages.ts';

interface FillGapOptions {
  readonly source: LogSource;
  readonly filter: ServiceFilter;
  readonly store: LogStore;
  /** The limit on loaded entries. Reading stops when it's reached. */
  readonly budget: PageBudget;
  readonly signal: AbortSignal;
  /** Adds the entries of a page to the store. */
  accept(page: EntryPage): void;
}

const emptyPage: EntryPage = { logs: [] };

/** A time range in milliseconds, both ends included. */
type GapSpan = Pick<Gap, 'from' | 'until'>;

/** The reason why reading ended: `done` if all entries were read, `limit` if the limit was reached. */
export type FillResult = 'done' | 'limit';

/** Number of time windows that are read in parallel. */
const parallelWindowCount = 4;
/** Target number of entries in a window. With several full pages, the last partial page costs little. */
const entriesPerWindow = 6_000;
/** Minimum length of a window. */
const minWindowMs = 1_000;

/**
 * Loads the missing entries of a gap (`environments.getLogs`). If they don't fit into one page, reads time windows in
 * parallel, the newest first. Parts that weren't loaded remain gaps, also if this rejects.
 */
export async function fillGap(slot: number, options: FillGapOptions): Promise<FillResult> {
  const { store } = options;
  const gap = store.gaps.get(slot);
  if (!gap) return 'done';
  const failure = new AbortController();
  const ownGaps = new Set([slot]);
  const filling = { ...options, signal: AbortSignal.any([options.signal, failure.signal]), ownGaps };
  try {
    store.changeGap(slot, { ...gap, isLoading: true });
    const first = await readFirstPage(gap, filling);
    filling.accept(first);
    if (first.nextToken === undefined) {
      store.removeGap(slot);
      return 'done';
    }
    const rest = getRemainingSpan(gap, first);
    if (rest === undefined || !isWithinGap(first, gap)) {
      // Without a time to continue from, only page tokens filling.
      await fillWindow(slot, rest ?? gap, filling);
      return getFillResult(filling);
    }
    const spanMs = (findLastTime(first.logs) ?? gap.until) - (findFirstTime(first.logs) ?? gap.from);
    const windows = createTimeWindows(slot, rest, first.logs.length / Math.max(1, spanMs), filling);
    // All readers must end, also after a failure, because the remaining gaps are merged afterwards.
    await Promise.all(
      Array.from({ length: parallelWindowCount }, () =>
        fillWindows(windows, filling).catch((error: unknown) => failure.abort(error)),
      ),
    );
    filling.signal.throwIfAborted();
    return getFillResult(filling);
  } finally {
    mergeRemainingGaps(ownGaps, store);
  }
}

/** Returns `limit` if a part of the gap wasn't read. There is no other reason, because failures reject. */
function getFillResult({ ownGaps, store }: GapFilling): FillResult {
  return [...ownGaps].some((slot) => store.gaps.has(slot)) ? 'limit' : 'done';
}

interface GapFilling extends FillGapOptions {
  /** The slots of all gaps of this operation, including filled ones. */
  readonly ownGaps: Set<number>;
}

/** The time windows of a gap, from its end to its start, with a similar number of entries each. */
interface TimeWindows {
  next(): { readonly slot: number; readonly from: number; readonly until: number } | undefined;
  /** Adjusts the length of the next windows, after a window of `lengthMs` milliseconds had `entryCount` entries. */
  adjustLength(entryCount: number, lengthMs: number): void;
}

function createTimeWindows(
  slot: number,
  { from, until }: { from: number; until: number },
  entriesPerMs: number,
  { store, ownGaps }: GapFilling,
): TimeWindows {
  let end = until;
  let windowMs = Math.max(minWindowMs, Math.round(entriesPerWindow / entriesPerMs));
  updateRemainingGap();

  function updateRemainingGap(): void {
    if (end < from) store.removeGap(slot);
    else store.changeGap(slot, { from, until: end, isLoading: true });
  }

  return {
    next() {
      if (end < from) return undefined;
      const start = Math.max(from, end - windowMs + 1);
      const window = { from: start, until: end };
      end = start - 1;
      updateRemainingGap();
      const windowSlot = store.addGap({ ...window, isLoading: true });
      ownGaps.add(windowSlot);
      return { slot: windowSlot, ...window };
    },
    adjustLength(entryCount, lengthMs) {
      const targetMs = (lengthMs * entriesPerWindow) / Math.max(1, entryCount);
      windowMs = Math.round(Math.max(minWindowMs, windowMs / 4, Math.min(targetMs, windowMs * 4)));
    },
  };
}

async function fillWindows(windows: TimeWindows, filling: GapFilling): Promise<void> {
  while (!filling.budget.isSpent() && !filling.signal.aborted) {
    const window = windows.next();
    if (!window) return;
    const entryCount = await fillWindow(window.slot, window, filling);
    windows.adjustLength(entryCount, window.until - window.from + 1);
  }
}

/** Reads one window in order while its gap shrinks. Returns the number of entries. */
async function fillWindow(slot: number, { from, until }: GapSpan, filling: GapFilling): Promise<number> {
  const { source, filter, store, signal, budget } = filling;
  const pages = readTimePages(source, { ...filter, since: from, until }, signal);
  let entryCount = 0;
  for (let hasMore = true; hasMore; ) {
    const page = await budget.read(async () => {
      const { value } = await pages.next();
      if (value) filling.accept(value);
      return value ?? emptyPage;
    });
    if (!page) return entryCount;
    entryCount += page.logs.length;
    hasMore = page.nextToken !== undefined;
    const rest = getRemainingSpan({ from, until }, page);
    if (rest && rest.from >= from && rest.from <= rest.until && rest.until <= until) {
      store.changeGap(slot, { ...rest, isLoading: true });
    }
  }
  store.removeGap(slot);
  return entryCount;
}

/** Returns the part of a range that a page didn't cover, or `undefined` if the page has no times. */
function getRemainingSpan({ from, until }: GapSpan, { logs, isNewestFirst }: EntryPage): GapSpan | undefined {
  const reached = isNewestFirst ? findFirstTime(logs) : findLastTime(logs);
  if (reached === undefined) return undefined;
  return isNewestFirst ? { from, until: reached } : { from: reached, until };
}

async function readFirstPage(
  { from, until }: Gap,
  { source, filter, signal }: GapFilling,
): Promise<EntryPage> {
  for await (const page of readTimePages(source, { ...filter, since: from, until }, signal)) return page;
  return emptyPage;
}

/** Whether all entries are within the gap, which means that the service filters by time. */
function isWithinGap({ logs }: EntryPage, { from, until }: Gap): boolean {
  return logs.every(({ timestamp }) => {
    const time = Date.parse(timestamp);
    return Number.isNaN(time) || (time >= from && time <= until);
  });
}

/** Merges the remaining gaps that touch, and marks them as not loading. */
function mergeRemainingGaps(slots: ReadonlySet<number>, store: LogStore): void {
  const remainingGaps = [...slots]
    .flatMap((slot) => {
      const gap = store.gaps.get(slot);
      return gap ? [{ slot, from: gap.from, until: gap.until }] : [];
    })
    .sort((a, b) => a.from - b.from);
  let last: (typeof remainingGaps)[number] | undefined;
  for (const gap of remainingGaps) {
    if (last && gap.from <= last.until + 1) {
      store.removeGap(gap.slot);
      last.until = Math.max(last.until, gap.until);
    } else {
      last = gap;
    }
    store.changeGap(last.slot, { from: last.from, until: last.until, isLoading: false });
  }
}
