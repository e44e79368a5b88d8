import { emptyQuery, hasQueryText } from '../../editor/webview/textQuery.ts';
import { allMessages, isActiveMessageFilter, type MessageQuery } from '../messageFilter.ts';
import { lowerBound } from './sorted.ts';

interface FindSlice {
  readonly rows: readonly number[];
  readonly hits: readonly number[];
  readonly to: number;
  readonly problem?: string;
}

type FindQuery = Omit<MessageQuery, 'areRowsWanted'>;

interface MessageFindDeps {
  readonly find: (wanted: MessageQuery, from: number) => Promise<FindSlice>;
  /**
   * Other rows are shown. `isNew`: of another filter or text, as far as they are found. `gone`: number of rows that were
   * dropped at the top.
   */
  readonly changed: (isNew: boolean, gone?: number) => void;
}

export type MessageFind = ReturnType<typeof createMessageFind>;

/** Which messages are the rows of the list, and which have the text that is looked for. Messages are named by index. */
export function createMessageFind({ find, changed }: MessageFindDeps) {
  let wanted: FindQuery = { filter: allMessages, query: emptyQuery };
  let isHighlighting = false;
  let count = 0;
  /** The index of the oldest message that is kept. */
  let first = 0;
  /** Of what was searched; `undefined`: all are rows. */
  let rows: number[] | undefined;
  /** `undefined`: no text is looked for. */
  let hits: number[] | undefined;
  let searchedCount = 0;
  let isRunning = false;
  let isSearching = false;
  let problem: string | undefined;

  const isWanted = (): boolean => rows !== undefined || hits !== undefined;

  function restart(): void {
    const isText = hasQueryText(wanted.query);
    hits = isText ? [] : undefined;
    const areFewer = isActiveMessageFilter(wanted.filter) || (isText && !isHighlighting);
    rows = areFewer ? (isText && !isHighlighting ? hits : []) : undefined;
    searchedCount = first;
    problem = undefined;
    isSearching = isWanted();
    changed(true);
    void searchRest();
  }

  /** Goes on until all messages are searched: one slice at a time, of what is wanted then. */
  async function searchRest(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (isWanted() && searchedCount < count && problem === undefined) {
      const of = wanted;
      const before = { rows, hits };
      const slice = await find(
        { ...of, areRowsWanted: rows !== undefined && rows !== hits },
        searchedCount,
      ).catch(() => undefined);
      if (before.rows !== rows || before.hits !== hits) continue;
      if (!slice) break;
      problem = slice.problem;
      // Some may have been dropped meanwhile.
      for (const hit of slice.hits) if (hit >= first) hits?.push(hit);
      if (rows !== hits) for (const row of slice.rows) if (row >= first) rows?.push(row);
      searchedCount = Math.max(slice.to, first);
      if (searchedCount >= count || problem !== undefined) isSearching = false;
      changed(false);
    }
    isRunning = false;
    if (!isSearching) return;
    // It ended before all was searched.
    isSearching = false;
    changed(false);
  }

  return {
    /** Not all messages are in the list. */
    get isNarrowed() {
      return rows !== undefined;
    },
    get filter() {
      return wanted.filter;
    },
    get query() {
      return wanted.query;
    },
    get isHighlighting() {
      return isHighlighting;
    },
    get problem() {
      return problem;
    },
    get isSearching() {
      return isSearching;
    },
    /** Number of messages that there were so far. */
    get count() {
      return count;
    },
    /** The index of the oldest message that is kept. */
    get first() {
      return first;
    },
    /** Number of rows. */
    get length() {
      return rows?.length ?? count - first;
    },
    get hits() {
      return hits?.length;
    },
    indexAt: (row: number): number => rows?.[row] ?? row + first,
    /** -1: the message is no row. */
    rowOf(index: number): number {
      if (!rows) return index >= first && index < count ? index - first : -1;
      const row = lowerBound(rows, index);
      return rows[row] === index ? row : -1;
    },
    /** Which hit it is, from 1. */
    hitNumber(index: number | undefined): number | undefined {
      if (!hits || index === undefined) return undefined;
      const nth = lowerBound(hits, index);
      return hits[nth] === index ? nth + 1 : undefined;
    },
    /** The next hit from there, or the one before; after the last one comes the first. */
    nextHit(index: number | undefined, isForward: boolean): number | undefined {
      if (!hits || hits.length === 0) return undefined;
      const at = lowerBound(hits, index ?? (isForward ? 0 : count));
      const isHere = hits[at] === index;
      const next = isForward ? (isHere ? at + 1 : at) : at - 1;
      return hits[(next + hits.length) % hits.length];
    },
    update(change: Partial<FindQuery> & { readonly isHighlighting?: boolean }): void {
      const { isHighlighting: is = isHighlighting, ...more } = change;
      isHighlighting = is;
      wanted = { ...wanted, ...more };
      restart();
    },
    /** There are more messages, and the oldest may have been dropped. */
    grow(now: number, firstNow = 0): void {
      const gone = rows ? lowerBound(rows, firstNow) : Math.min(count, firstNow) - first;
      for (const list of new Set([rows, hits])) list?.splice(0, lowerBound(list, firstNow));
      count = now;
      first = firstNow;
      searchedCount = Math.max(searchedCount, first);
      if (!rows || gone > 0) changed(false, gone);
      void searchRest();
    },
  };
}
