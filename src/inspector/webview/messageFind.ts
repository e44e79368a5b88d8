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
   * Called when the rows change. `isNew`: the filter or the text changed. `gone`: number of rows that were removed at the
   * top.
   */
  readonly changed: (isNew: boolean, gone?: number) => void;
}

export type MessageFind = ReturnType<typeof createMessageFind>;

/**
 * Finds the messages that are rows of the list, and the messages with the searched text. Messages are identified by index.
 */
export function createMessageFind({ find, changed }: MessageFindDeps) {
  let wanted: FindQuery = { filter: allMessages, query: emptyQuery };
  let isHighlighting = false;
  let count = 0;
  /** Index of the oldest kept message. */
  let first = 0;
  /** Indexes of the found rows; `undefined` if all messages are rows. */
  let rows: number[] | undefined;
  /** Indexes of the messages with the searched text; `undefined` without a text. */
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

  /** Searches slice by slice until all messages are searched. Each slice uses the current query. */
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
      // The host might have dropped messages in the meantime.
      for (const hit of slice.hits) if (hit >= first) hits?.push(hit);
      if (rows !== hits) for (const row of slice.rows) if (row >= first) rows?.push(row);
      searchedCount = Math.max(slice.to, first);
      if (searchedCount >= count || problem !== undefined) isSearching = false;
      changed(false);
    }
    isRunning = false;
    if (!isSearching) return;
    // The search ended early.
    isSearching = false;
    changed(false);
  }

  return {
    /** Whether some messages aren't rows. */
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
    /** Number of messages so far, including dropped ones. */
    get count() {
      return count;
    },
    /** Index of the oldest kept message. */
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
    /** Returns the row of a message; -1 if it isn't a row. */
    rowOf(index: number): number {
      if (!rows) return index >= first && index < count ? index - first : -1;
      const row = lowerBound(rows, index);
      return rows[row] === index ? row : -1;
    },
    /** Returns the number of a hit, from 1. */
    hitNumber(index: number | undefined): number | undefined {
      if (!hits || index === undefined) return undefined;
      const nth = lowerBound(hits, index);
      return hits[nth] === index ? nth + 1 : undefined;
    },
    /** Returns the next or previous hit. Wraps around at the ends. */
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
    /** Adds new messages, and removes dropped ones. */
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
