import type { Gap } from '../logRow.ts';
import type { LogStore } from '../store/logStore.ts';
import type { EntryPage, LogSource, ServiceFilter } from './logSource.ts';
import type { PageBudget } from './pageBudget.ts';
import { findFirstTime, findLastTime, readTimePages } from './timePages.ts';

/** What filling works with. */
interface FillDeps {
  readonly source: LogSource;
  readonly filter: ServiceFilter;
  readonly store: LogStore;
  /** The reading stops when it is spent. */
  readonly budget: PageBudget;
  readonly signal: AbortSignal;
  /** Takes one reply into the store. */
  accept(page: EntryPage): void;
}

const emptyPage: EntryPage = { logs: [] };

/** Times in ms, both included. */
type GapSpan = Pick<Gap, 'from' | 'until'>;

/** Whether a reading came to its end or to the limit. */
export type FillResult = 'done' | 'limit';

/** Windows that are read at the same time. */
const parallelWindows = 4;
/** Entries that a window should have: enough for a few pages, so that its last, partial one weighs little. */
const windowEntries = 6_000;
/** The shortest window, in ms. */
const minWindowMs = 1_000;

/**
 * Loads what is missing in a gap of the store (E7): if one page isn't all, in windows of time, the newest first,
 * several at once. What isn't loaded yet stays a gap, also when this rejects. Answers whether the limit ended it.
 */
export async function fillGap(slot: number, deps: FillDeps): Promise<FillResult> {
  const { store } = deps;
  const gap = store.gaps.get(slot);
  if (!gap) return 'done';
  const failed = new AbortController();
  const mine = new Set([slot]);
  const work = { ...deps, signal: AbortSignal.any([deps.signal, failed.signal]), mine };
  try {
    store.changeGap(slot, { ...gap, isLoading: true });
    const first = await readFirstPage(gap, work);
    work.accept(first);
    if (first.nextToken === undefined) {
      store.removeGap(slot);
      return 'done';
    }
    const rest = getRemainingSpan(gap, first);
    if (rest === undefined || !isWithinGap(first, gap)) {
      // Without a time to go on from, only tokens lead on.
      await fillWindow(slot, rest ?? gap, work);
      return getFillResult(work);
    }
    const lasted = (findLastTime(first.logs) ?? gap.until) - (findFirstTime(first.logs) ?? gap.from);
    const windows = createTimeWindows(slot, rest, first.logs.length / Math.max(1, lasted), work);
    // All have to end, also when one has failed: what is left of their gaps is settled then.
    await Promise.all(
      Array.from({ length: parallelWindows }, () =>
        fillWindows(windows, work).catch((error: unknown) => failed.abort(error)),
      ),
    );
    work.signal.throwIfAborted();
    return getFillResult(work);
  } finally {
    mergeRemainingGaps(mine, store);
  }
}

/** Returns `limit` if a part of the gaps wasn't read: other reasons for that reject. */
function getFillResult({ mine, store }: GapFilling): FillResult {
  return [...mine].some((slot) => store.gaps.has(slot)) ? 'limit' : 'done';
}

interface GapFilling extends FillDeps {
  /** Gaps that stand for what this reading hasn't loaded yet. */
  readonly mine: Set<number>;
}

/** The rest of a gap, cut from its end into windows of about the same number of entries. */
interface TimeWindows {
  next(): { readonly slot: number; readonly from: number; readonly until: number } | undefined;
  /** So many entries were in a window of that length (ms). */
  adjustSize(entries: number, length: number): void;
}

function createTimeWindows(
  slot: number,
  { from, until }: { from: number; until: number },
  density: number,
  { store, mine }: GapFilling,
): TimeWindows {
  let end = until;
  let size = Math.max(minWindowMs, Math.round(windowEntries / density));
  rest();

  function rest(): void {
    if (end < from) store.removeGap(slot);
    else store.changeGap(slot, { from, until: end, isLoading: true });
  }

  return {
    next() {
      if (end < from) return undefined;
      const start = Math.max(from, end - size + 1);
      const window = { from: start, until: end };
      end = start - 1;
      rest();
      const mark = store.addGap({ ...window, isLoading: true });
      mine.add(mark);
      return { slot: mark, ...window };
    },
    adjustSize(entries, length) {
      const wanted = (length * windowEntries) / Math.max(1, entries);
      size = Math.round(Math.max(minWindowMs, size / 4, Math.min(wanted, size * 4)));
    },
  };
}

async function fillWindows(windows: TimeWindows, work: GapFilling): Promise<void> {
  while (!work.budget.isSpent() && !work.signal.aborted) {
    const window = windows.next();
    if (!window) return;
    const entries = await fillWindow(window.slot, window, work);
    windows.adjustSize(entries, window.until - window.from + 1);
  }
}

/** Reads one window in order; its gap shrinks as it goes. Answers how many entries were read. */
async function fillWindow(slot: number, { from, until }: GapSpan, work: GapFilling): Promise<number> {
  const { source, filter, store, signal, budget } = work;
  const pages = readTimePages(source, { ...filter, since: from, until }, signal);
  let read = 0;
  for (let isMore = true; isMore; ) {
    const page = await budget.read(async () => {
      const { value } = await pages.next();
      if (value) work.accept(value);
      return value ?? emptyPage;
    });
    if (!page) return read;
    read += page.logs.length;
    isMore = page.nextToken !== undefined;
    const rest = getRemainingSpan({ from, until }, page);
    if (rest && rest.from >= from && rest.from <= rest.until && rest.until <= until) {
      store.changeGap(slot, { ...rest, isLoading: true });
    }
  }
  store.removeGap(slot);
  return read;
}

/** What a page leaves of the range that it is of; undefined: it tells no time. */
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

/** Whether the service answered by time at all. */
function isWithinGap({ logs }: EntryPage, { from, until }: Gap): boolean {
  return logs.every(({ timestamp }) => {
    const time = Date.parse(timestamp);
    return Number.isNaN(time) || (time >= from && time <= until);
  });
}

/** What is left of the gaps rests; those that touch become one. */
function mergeRemainingGaps(slots: ReadonlySet<number>, store: LogStore): void {
  const left = [...slots]
    .flatMap((slot) => {
      const gap = store.gaps.get(slot);
      return gap ? [{ slot, from: gap.from, until: gap.until }] : [];
    })
    .sort((a, b) => a.from - b.from);
  let last: (typeof left)[number] | undefined;
  for (const gap of left) {
    if (last && gap.from <= last.until + 1) {
      store.removeGap(gap.slot);
      last.until = Math.max(last.until, gap.until);
    } else {
      last = gap;
    }
    store.changeGap(last.slot, { from: last.from, until: last.until, isLoading: false });
  }
}
