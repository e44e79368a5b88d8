import { findFirstIndex } from '../../editor/webview/binarySearch.ts';
import { emptyQuery, hasQueryText } from '../../editor/webview/textQuery.ts';
import { allMessages, isActiveMessageFilter, type MessageQuery } from '../messageFilter.ts';

/** The messages that the host found in a range. `to`: the end of the range, which isn't included. */
interface FindSlice {
  readonly rows: readonly number[];
  readonly hits: readonly number[];
  readonly to: number;
  readonly problem?: string;
}

type FindQuery = Omit<MessageQuery, 'areRowsWanted'>;

/** Returns the index of a number in a sorted array, or the index at which it would be inserted. */
const indexInSorted = (sorted: readonly number[], wanted: number): number =>
  findFirstIndex(sorted.length, (index) => (sorted[index] ?? 0) >= wanted);

/** Adds sorted indexes to a sorted array, without duplicates. Most of them are after the last one. */
function addSorted(sorted: number[], indexes: readonly number[]): void {
  for (const index of indexes) {
    const position = index > (sorted.at(-1) ?? -1) ? sorted.length : indexInSorted(sorted, index);
    if (sorted[position] !== index) sorted.splice(position, 0, index);
  }
}

/**
 * Finds the exchanges that are rows of the list, and those with the searched text (hits). A request and its response are
 * one exchange, which is identified by the index of the request. Any other message is an exchange of its own.
 */
export class MessageFinder {
  readonly #find: (query: MessageQuery, from: number) => Promise<FindSlice>;
  readonly #onChange: (isNewQuery: boolean, removedRows?: number) => void;
  #query: FindQuery = { filter: allMessages, query: emptyQuery };
  #isHighlighting = false;
  #count = 0;
  #first = 0;
  #rows: number[] = [];
  /** Whether rows of the current query have been found for the first time. */
  #isNewQuery = false;
  /** Indexes of the messages with the searched text; `undefined` without a text. */
  #hits: number[] | undefined;
  #searchedCount = 0;
  #isRunning = false;
  #isSearching = false;
  #problem: string | undefined;

  /**
   * `find` asks the host for the messages in the next slice. `onChange` is called when the rows change. `removedRows`: the number of
   * rows that were removed at the top.
   */
  constructor(
    find: (query: MessageQuery, from: number) => Promise<FindSlice>,
    onChange: (isNewQuery: boolean, removedRows?: number) => void,
  ) {
    this.#find = find;
    this.#onChange = onChange;
  }

  /** Whether a filter or a search determines which exchanges are rows. */
  get isFiltered(): boolean {
    const { filter, query } = this.#query;
    return isActiveMessageFilter(filter) || (hasQueryText(query) && !this.#isHighlighting);
  }
  get filter() {
    return this.#query.filter;
  }
  get query() {
    return this.#query.query;
  }
  get isHighlighting(): boolean {
    return this.#isHighlighting;
  }
  get problem(): string | undefined {
    return this.#problem;
  }
  get isSearching(): boolean {
    return this.#isSearching;
  }
  /** Number of messages so far, including dropped ones. */
  get messageCount(): number {
    return this.#count;
  }
  /** Index of the oldest message that isn't dropped. */
  get firstIndex(): number {
    return this.#first;
  }
  /** Number of rows. */
  get length(): number {
    return this.#rows.length;
  }
  /** Number of hits; `undefined` without a text. */
  get hitCount(): number | undefined {
    return this.#hits?.length;
  }

  idAt(row: number): number {
    return this.#rows[row] ?? this.#first;
  }

  /** Returns the row of an exchange; -1 if it isn't a row. */
  indexOf(index: number): number {
    const row = indexInSorted(this.#rows, index);
    return this.#rows[row] === index ? row : -1;
  }

  /** Returns the number of a hit, from 1. */
  getHitNumber(index: number | undefined): number | undefined {
    const hits = this.#hits;
    if (!hits || index === undefined) return undefined;
    const position = indexInSorted(hits, index);
    return hits[position] === index ? position + 1 : undefined;
  }

  /** Returns the next or previous hit. Wraps around at the ends. */
  findNextHit(index: number | undefined, isForward: boolean): number | undefined {
    const hits = this.#hits;
    if (!hits || hits.length === 0) return undefined;
    const position = indexInSorted(hits, index ?? (isForward ? 0 : this.#count));
    const afterIndex = hits[position] === index ? position + 1 : position;
    const next = isForward ? afterIndex : position - 1;
    return hits[(next + hits.length) % hits.length];
  }

  update(change: Partial<FindQuery> & { readonly isHighlighting?: boolean }): void {
    const { isHighlighting = this.#isHighlighting, ...query } = change;
    this.#isHighlighting = isHighlighting;
    this.#query = { ...this.#query, ...query };
    this.#restart();
  }

  /** Adds new messages, and removes dropped ones. */
  setCounts(count: number, first = 0): void {
    const rows = this.#rows;
    const removedRows = indexInSorted(rows, first);
    for (const list of new Set([rows, this.#hits])) list?.splice(0, indexInSorted(list, first));
    this.#count = count;
    this.#first = first;
    this.#searchedCount = Math.max(this.#searchedCount, first);
    this.#onChange(false, removedRows);
    void this.#searchRest();
  }

  #restart(): void {
    const hasText = hasQueryText(this.#query.query);
    this.#hits = hasText ? [] : undefined;
    this.#rows = (!this.#isHighlighting && this.#hits) || [];
    this.#searchedCount = this.#first;
    this.#problem = undefined;
    this.#isSearching = true;
    this.#isNewQuery = true;
    this.#onChange(true);
    void this.#searchRest();
  }

  /** Searches slice by slice until all messages are searched. Each slice is searched with the current query. */
  async #searchRest(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let isFailed = false;
    while (this.#searchedCount < this.#count && this.#problem === undefined && !isFailed) {
      isFailed = !(await this.#searchSlice());
    }
    this.#isRunning = false;
    if (!this.#isSearching) return;
    // The search ended before all messages were searched, or there are none.
    this.#isSearching = false;
    this.#onChange(false);
  }

  /** Searches the next slice. Returns false if the host failed. */
  async #searchSlice(): Promise<boolean> {
    const [rows, hits] = [this.#rows, this.#hits];
    const query = { ...this.#query, areRowsWanted: rows !== hits };
    const slice = await this.#find(query, this.#searchedCount).catch(() => undefined);
    // Another query replaced the lists in the meantime.
    if (rows !== this.#rows || hits !== this.#hits) return true;
    if (!slice) return false;
    this.#problem = slice.problem;
    // The host might have dropped messages in the meantime.
    const isKept = (index: number): boolean => index >= this.#first;
    if (hits) addSorted(hits, slice.hits.filter(isKept));
    if (rows !== hits) addSorted(rows, slice.rows.filter(isKept));
    this.#searchedCount = Math.max(slice.to, this.#first);
    const isComplete = this.#searchedCount >= this.#count || this.#problem !== undefined;
    const isNewQuery = isComplete && this.#isNewQuery;
    if (isComplete) {
      this.#isSearching = false;
      this.#isNewQuery = false;
    }
    this.#onChange(isNewQuery);
    return true;
  }
}
