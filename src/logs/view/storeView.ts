import { omitUndefined } from '../../fields.ts';
import { type LogFilter, levelGroups } from '../filter.ts';
import { isTimeOrder, timeOrder } from '../requestSort.ts';
import type { Columns } from '../store/columns.ts';
import { type LogStore, noSlot, type StoreChange } from '../store/logStore.ts';
import { type FindDay, findDayStarts } from './dayStarts.ts';
import { FilteredRows, type FilteredRowsOptions } from './filteredRows.ts';
import { diffLists, type ListEdit } from './listEdits.ts';
import { createOpenRequests, type OpenRequests } from './openRequests.ts';
import type { DurationSummary } from './requestDurations.ts';
import { summarizeOperations } from './requestOperations.ts';
import {
  findDayStartsInGroups,
  findPositionInGroups,
  groupByRequest,
  headBit,
  type RequestSummaries,
  type RequestSummary,
  type RowPosition,
  sortUnits,
  summarizeRequests,
} from './requests.ts';

/**
 * The header of a request. `hasEnded` is absent if it's unknown, because the service returned only entries that match a
 * search.
 */
interface RequestHead extends Omit<RequestSummary, 'hasEnded'> {
  readonly hasEnded?: boolean;
  readonly isOpen: boolean;
}

/** An item of the list: a row, or the header of a request. */
interface StoreViewItem {
  readonly slot: number;
  readonly isHit: boolean;
  readonly head?: RequestHead;
}

/** The kind of row that a jump goes to. */
type JumpTarget = 'hit' | 'error';

/** A request with a duration. `name` is the name of its tool or its method. */
interface TimedRequest {
  readonly requestId: string;
  readonly name?: string;
  readonly durationInMs: number;
}

export interface StoreViewOptions extends Omit<FilteredRowsOptions, 'onEdits' | 'onHits'> {
  /** Called when there are new edits or matches. */
  onChange(): void;
  /** Whether the store contains only search results of the service, and possibly only parts of requests. */
  hasOnlySearchResults?(): boolean;
}

/** The filtered, grouped, and searched list of a panel. */
export class StoreView {
  readonly #options: StoreViewOptions;
  readonly #store: LogStore;
  readonly #columns: Columns;
  readonly #hasOnlySearchResults: () => boolean;
  readonly #openRequests: OpenRequests;
  #isGrouped = false;
  #filteredRows: FilteredRows;
  #requestedRows: FilteredRows;
  #pendingEdits: ListEdit[] = [];
  #list: Uint32Array | undefined;
  #isListStale = false;
  #sort = timeOrder;
  #summaries: RequestSummaries;
  #isOpen: (code: number) => boolean = () => false;

  constructor(initial: LogFilter, options: StoreViewOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#columns = this.#store.columns;
    this.#hasOnlySearchResults = () => this.#options.hasOnlySearchResults?.() === true;
    this.#openRequests = createOpenRequests(this.#store, this.#hasOnlySearchResults);
    this.#filteredRows = this.#createRows(initial);
    this.#requestedRows = this.#filteredRows;
    this.#summaries = summarizeRequests(new Uint32Array(0), this.#store);
    void this.#filteredRows.compute();
  }

  /**
   * Returns the position of a row, or of its request's header (`isHead`). If it isn't in the list, returns where it
   * would be. If `slot` is `undefined`, returns the first row at or after `time`.
   */
  locate(slot: number | undefined, time: number, isHead = false): RowPosition {
    const filteredIndex = slot === undefined ? -1 : this.#filteredRows.indexOf(slot);
    if (this.#list)
      return findPositionInGroups(this.#list, this.#store, slot, {
        time,
        isHead,
        matchesFilter: filteredIndex >= 0,
      });
    if (filteredIndex >= 0)
      return { index: filteredIndex, isExact: !isHead, ...(isHead && { isStandIn: true }) };
    const isInStore = slot !== undefined && this.#store.indexOf(slot) >= 0;
    return {
      index: isInStore ? this.#filteredRows.countBefore(slot) : this.#filteredRows.lowerBound(time),
      isExact: false,
    };
  }

  get filter(): LogFilter {
    return this.#filteredRows.filter;
  }

  get isGrouped(): boolean {
    return this.#isGrouped;
  }

  /** Whether the list is grouped, and not in the order of time. */
  get isSorted(): boolean {
    return this.#isGrouped && !isTimeOrder(this.#sort);
  }

  get length(): number {
    return (this.#list ?? this.#filteredRows.slots).length;
  }

  /** Slots of all rows that match the filter, in order, also in collapsed requests. Valid until the next change. */
  get slots(): Uint32Array {
    return this.#filteredRows.slots;
  }

  /** Number of rows that match the search text. `undefined` without a text. */
  get hitCount(): number | undefined {
    return this.#filteredRows.hits?.length;
  }

  /** Slots of the ungrouped rows without the time range of the filter, in order. */
  get slotsIgnoringTime(): Uint32Array {
    return this.#filteredRows.slotsIgnoringTime;
  }

  /**
   * Returns the indexes of the items that begin another day than the item before. Rows of a request belong to the day of
   * its header. See `findDayStartsInGroups` for another order.
   */
  findDayStarts(findDay: FindDay): readonly number[] | undefined {
    const { times } = this.#columns;
    if (this.#list) return findDayStartsInGroups(this.#list, this.#columns, findDay);
    const { slots } = this.#filteredRows;
    return findDayStarts(slots.length, (index) => times[slots[index] ?? 0] ?? 0, findDay);
  }

  getItem(index: number): StoreViewItem | undefined {
    const code = this.#getCode(index);
    if (code === undefined) return undefined;
    const slot = code % headBit;
    const isHit =
      this.#filteredRows.hits !== undefined &&
      this.#filteredRows.filter.isHighlighting &&
      this.#filteredRows.hits.indexOf(slot) >= 0;
    if (code < headBit) return { slot, isHit };
    const request = this.#columns.requestCodes[slot] ?? 0;
    const { hasEnded, ...summary } = this.#summaries.get(request);
    const isKnown = hasEnded || !this.#hasOnlySearchResults();
    const head = { ...summary, ...(isKnown && { hasEnded }), isOpen: this.#isOpen(request) };
    return { slot, isHit: false, head };
  }

  /** Returns the slots of a range of rows, both ends included. Includes all rows of a collapsed request. */
  slotsBetween(first: number, last: number): readonly number[] {
    const codes = (this.#list ?? this.#filteredRows.slots).subarray(first, last + 1);
    if (!this.#list) return [...codes];
    const heads = new Set<number>();
    for (const code of codes) if (code >= headBit) heads.add(this.#columns.requestCodes[code - headBit] ?? 0);
    const rows = new Set(codes);
    return [...this.#filteredRows.slots].filter(
      (slot) => rows.has(slot) || heads.has(this.#columns.requestCodes[slot] ?? 0),
    );
  }

  /**
   * Changes the filter, and the grouping and order of the list. Resolves to `false` if another filter was set in the meantime. The list changes when this
   * resolves to `true`. Rejects without a change if the regular expression is invalid or too slow.
   */
  async setFilter(filter: LogFilter, isGrouped: boolean, sort = timeOrder): Promise<boolean> {
    if (this.#requestedRows !== this.#filteredRows) this.#requestedRows.dispose();
    const next = filter === this.#filteredRows.filter ? this.#filteredRows : this.#createRows(filter);
    this.#requestedRows = next;
    try {
      if (next !== this.#filteredRows) await next.compute();
    } catch (error) {
      if (this.#requestedRows !== next) return false;
      this.#requestedRows = this.#filteredRows;
      next.dispose();
      throw error;
    }
    if (this.#requestedRows !== next) return false;
    if (next !== this.#filteredRows) this.#filteredRows.dispose();
    this.#filteredRows = next;
    this.#isGrouped = isGrouped;
    this.#sort = sort;
    this.#list = isGrouped ? this.#createList() : undefined;
    this.#pendingEdits = [];
    return true;
  }

  /**
   * Returns the distinct matches of a regular expression in each of these rows. Returns an empty list if the filter
   * changed in the meantime.
   */
  async findMatches(slots: readonly number[]): Promise<readonly (readonly string[])[]> {
    const requestedRows = this.#filteredRows;
    const matches = await requestedRows.findMatches(slots);
    return requestedRows === this.#filteredRows ? matches : [];
  }

  setRequestOpen(requestId: string, isOpen: boolean): void {
    this.#openRequests.setOpen(requestId, isOpen);
    this.#isListStale = true;
    this.#options.onChange();
  }

  /**
   * Returns the next hit or error after or before an index, and wraps around. `nth` is the number of a hit, from 1.
   */
  jump(
    to: JumpTarget,
    from: number,
    isForward: boolean,
  ): { readonly index: number; readonly nth?: number } | undefined {
    if (to === 'error') {
      const index = this.#findError(from, isForward);
      return index === undefined ? undefined : { index };
    }
    const hit = this.#findHit(from, isForward);
    return hit && { index: this.locate(hit.slot, 0).index, nth: hit.nth };
  }

  /** Durations of the requests with a visible row. `undefined` if none of them has a duration. */
  get durations(): DurationSummary | undefined {
    return this.#filteredRows.durations.summary;
  }

  /**
   * Returns the slowest request with a visible row, and the index of its header or first row. `undefined` if no request
   * has a duration.
   */
  findSlowest(): { readonly index: number; readonly request: TimedRequest } | undefined {
    const code = this.#filteredRows.durations.findSlowest();
    if (code === undefined) return undefined;
    const { requestCodes, requestIds } = this.#columns;
    const summaries = this.#list ? this.#summaries : summarizeRequests(this.#store.order, this.#store);
    const { subject, method, durationInMs = 0 } = summaries.get(code);
    const name = subject ?? method;
    const index = (this.#list ?? this.#filteredRows.slots).findIndex(
      (item) => requestCodes[item % headBit] === code,
    );
    const requestId = requestIds.getText(code) ?? '';
    return { index, request: { requestId, durationInMs, ...omitUndefined({ name }) } };
  }

  /** Summarizes the requests with a visible row by method and tool. Takes linear time. */
  summarizeOperations(): ReturnType<typeof summarizeOperations> {
    return summarizeOperations(this.#filteredRows.slots, this.#store);
  }

  /** Returns the changes since the last call, and updates a grouped list. */
  takeEdits(): ListEdit[] {
    if (this.#list && this.#isListStale) {
      const next = this.#createList();
      for (const edit of diffLists(this.#list, next)) this.#merge(edit);
      this.#list = next;
    }
    const edits = this.#pendingEdits;
    this.#pendingEdits = [];
    return edits;
  }

  onStoreChange(change: StoreChange): void {
    if (change.kind === 'trimmed') {
      this.#list &&= this.#convertToNewSlots(this.#list, change.slots);
    }
    // Rows that aren't shown also count in the summaries of requests, and a trim changes the codes of requests.
    this.#isListStale = true;
    this.#filteredRows.onStoreChange(change);
    if (this.#requestedRows !== this.#filteredRows) this.#requestedRows.onStoreChange(change);
  }

  onStoreClear(): void {
    const { length } = this.#list ?? this.#filteredRows.slots;
    this.#filteredRows.onStoreClear();
    if (this.#requestedRows !== this.#filteredRows) this.#requestedRows.onStoreClear();
    this.#list &&= new Uint32Array(0);
    this.#pendingEdits = length > 0 ? [{ at: 0, removed: length, inserted: 0 }] : [];
    this.#options.onChange();
  }

  dispose(): void {
    this.#filteredRows.dispose();
    if (this.#requestedRows !== this.#filteredRows) this.#requestedRows.dispose();
  }

  #createRows(filter: LogFilter): FilteredRows {
    const rows: FilteredRows = new FilteredRows(filter, {
      ...this.#options,
      onEdits: (edits) => {
        if (rows === this.#filteredRows) this.#addEdits(edits);
      },
      onHits: () => {
        if (rows === this.#filteredRows) this.#isListStale = true;
        this.#options.onChange();
      },
    });
    return rows;
  }

  #addEdits(edits: readonly ListEdit[]): void {
    if (edits.length === 0) return;
    if (this.#list) this.#isListStale = true;
    else for (const edit of edits) this.#merge(edit);
    this.#options.onChange();
  }

  #merge(edit: ListEdit): void {
    const last = this.#pendingEdits.at(-1);
    if (last?.removed === 0 && edit.removed === 0 && edit.at === last.at + last.inserted) {
      this.#pendingEdits[this.#pendingEdits.length - 1] = {
        ...last,
        inserted: last.inserted + edit.inserted,
      };
    } else {
      this.#pendingEdits.push(edit);
    }
  }

  #createList(): Uint32Array {
    this.#isOpen = this.#openRequests.computeIsOpen(this.#filteredRows);
    this.#summaries = summarizeRequests(this.#store.order, this.#store);
    this.#isListStale = false;
    return groupByRequest(this.#filteredRows.slots, this.#store, this.#isOpen, (units) =>
      sortUnits(units, this.#store, this.#sort, this.#summaries),
    );
  }

  /** Converts a list to the new slots, for a comparison with the next list. Removed rows get unused slots. */
  #convertToNewSlots(old: Uint32Array, slots: Uint32Array): Uint32Array {
    let unusedSlot = headBit - 1;
    return old.map((code) => {
      const slot = slots[code % headBit] ?? noSlot;
      if (slot === noSlot) return unusedSlot--;
      return code >= headBit ? slot + headBit : slot;
    });
  }

  #getCode(index: number): number | undefined {
    return (this.#list ?? this.#filteredRows.slots)[index];
  }

  #findHit(from: number, isForward: boolean): { slot: number; nth: number } | undefined {
    const { hits } = this.#filteredRows;
    if (!hits || hits.length === 0) return undefined;
    const code = this.#getCode(from);
    let hitIndex = isForward ? 0 : hits.length - 1;
    if (code !== undefined) {
      const countBefore = hits.countBefore(code % headBit);
      const isSelf = hits.at(countBefore) === code && countBefore < hits.length;
      hitIndex = isForward ? countBefore + (isSelf ? 1 : 0) : countBefore - 1;
    }
    hitIndex = (hitIndex + hits.length) % hits.length;
    return { slot: hits.at(hitIndex), nth: hitIndex + 1 };
  }

  #isErrorAt(index: number): boolean {
    const code = this.#getCode(index) ?? 0;
    if (code >= headBit)
      return this.#summaries.get(this.#columns.requestCodes[code - headBit] ?? 0).errors > 0;
    return this.#columns.levels[code] === levelGroups.indexOf('ERROR');
  }

  #findError(from: number, isForward: boolean): number | undefined {
    const { length } = this.#list ?? this.#filteredRows.slots;
    const step = isForward ? 1 : -1;
    for (let distance = 1; distance <= length; distance++) {
      const index = (((from + step * distance) % length) + length) % length;
      if (this.#isErrorAt(index)) return index;
    }
    return undefined;
  }
}
