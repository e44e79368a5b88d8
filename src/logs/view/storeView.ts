import { type LogFilter, levelGroups } from '../filter.ts';
import { noSlot, type StoreChange } from '../store/logStore.ts';
import { createFilteredRows, type FilteredRows, type FilteredRowsDeps } from './filteredRows.ts';
import { diffLists, type ListEdit } from './listEdits.ts';
import { locateInGroups, type ViewPosition } from './locate.ts';
import { createOpenRequests } from './openRequests.ts';
import { groupByRequest, headBit, type RequestSummary, summarizeRequests } from './requests.ts';

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

/** The target of a jump. */
type Landmark = 'hit' | 'error';

/** The filtered, grouped, and searched list of a panel. */
export interface StoreView {
  readonly filter: LogFilter;
  readonly isGrouped: boolean;
  readonly length: number;
  /** Slots of all rows that the filter shows, in order, valid until the next change. */
  readonly slots: Uint32Array;
  /** Number of rows that match the search text. `undefined` without a text. */
  readonly hits: number | undefined;
  /** Slots of the ungrouped rows without the time range of the filter, in order. */
  readonly slotsAtAnyTime: Uint32Array;
  item(index: number): StoreViewItem | undefined;
  /** Returns the slots of a range of rows, both ends included. Includes all rows of a collapsed request. */
  slotsBetween(first: number, last: number): readonly number[];
  /**
   * Returns the distinct matches of a regular expression in each of these rows. Returns an empty list if the filter
   * changed in the meantime.
   */
  findMatches(slots: readonly number[]): Promise<readonly (readonly string[])[]>;
  /**
   * Returns the position of a row or of its request's header. If it isn't shown, returns where it would be. If `slot`
   * is `undefined`, returns the first row at or after `time`.
   */
  locate(slot: number | undefined, time: number, isHead?: boolean): ViewPosition;
  /**
   * Changes the filter. Resolves to `false` if another filter was set in the meantime. The list doesn't change until
   * then, or if this rejects because the regular expression is invalid or slow.
   */
  setFilter(filter: LogFilter, isGrouped: boolean): Promise<boolean>;
  toggleRequest(requestId: string, isOpen: boolean): void;
  /** Returns the next landmark after or before an index, and wraps around. `nth` is the number of a match, from 1. */
  jump(
    to: Landmark,
    from: number,
    isForward: boolean,
  ): { readonly index: number; readonly nth?: number } | undefined;
  /** Returns the changes since the last call, and updates a grouped list. */
  takeEdits(): ListEdit[];
  onStoreChange(change: StoreChange): void;
  onStoreClear(): void;
  dispose(): void;
}

export interface ViewDeps extends Omit<FilteredRowsDeps, 'onEdits' | 'onHits'> {
  /** Called when there are new edits or matches. */
  onChange(): void;
  /** Whether the store contains only search results of the service, and possibly only parts of requests. */
  isPartial?(): boolean;
}

export function createStoreView(initial: LogFilter, deps: ViewDeps): StoreView {
  const { store } = deps;
  const { columns } = store;
  const isPartial = () => deps.isPartial?.() === true;
  const openRequests = createOpenRequests(store, isPartial);
  let isGrouped = false;
  let filteredRows = createRows(initial);
  let requestedRows = filteredRows;
  let pending: ListEdit[] = [];
  let list: Uint32Array | undefined;
  let isListStale = false;
  let summaryOf = summarizeRequests(new Uint32Array(0), store);
  let isOpen: (code: number) => boolean = () => false;
  void filteredRows.compute();

  function createRows(filter: LogFilter): FilteredRows {
    const made: FilteredRows = createFilteredRows(filter, {
      ...deps,
      onEdits: (edits) => {
        if (made === filteredRows) addEdits(edits);
      },
      onHits: () => {
        if (made === filteredRows) isListStale = true;
        deps.onChange();
      },
    });
    return made;
  }

  function addEdits(edits: readonly ListEdit[]): void {
    if (edits.length === 0) return;
    if (list) isListStale = true;
    else for (const edit of edits) merge(edit);
    deps.onChange();
  }

  function merge(edit: ListEdit): void {
    const last = pending.at(-1);
    if (last?.removed === 0 && edit.removed === 0 && edit.at === last.at + last.inserted) {
      pending[pending.length - 1] = { ...last, inserted: last.inserted + edit.inserted };
    } else {
      pending.push(edit);
    }
  }

  function makeList(): Uint32Array {
    isOpen = openRequests.computeIsOpen(filteredRows);
    summaryOf = summarizeRequests(store.order, store);
    isListStale = false;
    return groupByRequest(filteredRows.slots, store, isOpen);
  }

  /** Converts the old list to new slots for a comparison. Removed rows get unused numbers. */
  function trimmedList(old: Uint32Array, slots: Uint32Array): Uint32Array {
    let gone = headBit - 1;
    return old.map((code) => {
      const slot = slots[code % headBit] ?? noSlot;
      if (slot === noSlot) return gone--;
      return code >= headBit ? slot + headBit : slot;
    });
  }

  const codeAt = (index: number) => (list ?? filteredRows.slots)[index];

  function locate(slot: number | undefined, time: number, isHead = false): ViewPosition {
    const found = slot === undefined ? -1 : filteredRows.indexOf(slot);
    if (list) return locateInGroups(list, store, slot, { time, isHead, isShown: found >= 0 });
    if (found >= 0) return { index: found, isExact: !isHead, ...(isHead && { isStandIn: true }) };
    const isThere = slot !== undefined && store.indexOf(slot) >= 0;
    return {
      index: isThere ? filteredRows.countBefore(slot) : filteredRows.lowerBound(time),
      isExact: false,
    };
  }

  function findHit(from: number, isForward: boolean): { slot: number; nth: number } | undefined {
    const { hits } = filteredRows;
    if (!hits || hits.length === 0) return undefined;
    const code = codeAt(from);
    let at = isForward ? 0 : hits.length - 1;
    if (code !== undefined) {
      const before = hits.countBefore(code % headBit);
      const isSelf = hits.at(before) === code && before < hits.length;
      at = isForward ? before + (isSelf ? 1 : 0) : before - 1;
    }
    at = (at + hits.length) % hits.length;
    return { slot: hits.at(at), nth: at + 1 };
  }

  function isErrorAt(index: number): boolean {
    const code = codeAt(index) ?? 0;
    if (code >= headBit) return summaryOf(columns.requestCodes[code - headBit] ?? 0).errors > 0;
    return columns.levels[code] === levelGroups.indexOf('ERROR');
  }

  function findError(from: number, isForward: boolean): number | undefined {
    const { length } = list ?? filteredRows.slots;
    const step = isForward ? 1 : -1;
    for (let distance = 1; distance <= length; distance++) {
      const index = (((from + step * distance) % length) + length) % length;
      if (isErrorAt(index)) return index;
    }
    return undefined;
  }

  return {
    get filter() {
      return filteredRows.filter;
    },
    get isGrouped() {
      return isGrouped;
    },
    get length() {
      return (list ?? filteredRows.slots).length;
    },
    get slots() {
      return filteredRows.slots;
    },
    get hits() {
      return filteredRows.hits?.length;
    },
    get slotsAtAnyTime() {
      return filteredRows.slotsAtAnyTime;
    },
    item(index) {
      const code = codeAt(index);
      if (code === undefined) return undefined;
      const slot = code % headBit;
      const isHit =
        filteredRows.hits !== undefined &&
        filteredRows.filter.isHighlighting &&
        filteredRows.hits.indexOf(slot) >= 0;
      if (code < headBit) return { slot, isHit };
      const request = columns.requestCodes[slot] ?? 0;
      const { hasEnded, ...summary } = summaryOf(request);
      const isKnown = hasEnded || !isPartial();
      const head = { ...summary, ...(isKnown && { hasEnded }), isOpen: isOpen(request) };
      return { slot, isHit: false, head };
    },
    slotsBetween(first, last) {
      const codes = (list ?? filteredRows.slots).subarray(first, last + 1);
      if (!list) return [...codes];
      const heads = new Set<number>();
      for (const code of codes) if (code >= headBit) heads.add(columns.requestCodes[code - headBit] ?? 0);
      const rows = new Set(codes);
      return [...filteredRows.slots].filter(
        (slot) => rows.has(slot) || heads.has(columns.requestCodes[slot] ?? 0),
      );
    },
    locate,
    async setFilter(filter, grouped) {
      if (requestedRows !== filteredRows) requestedRows.dispose();
      const next = filter === filteredRows.filter ? filteredRows : createRows(filter);
      requestedRows = next;
      try {
        if (next !== filteredRows) await next.compute();
      } catch (error) {
        if (requestedRows !== next) return false;
        requestedRows = filteredRows;
        next.dispose();
        throw error;
      }
      if (requestedRows !== next) return false;
      if (next !== filteredRows) filteredRows.dispose();
      filteredRows = next;
      isGrouped = grouped;
      list = grouped ? makeList() : undefined;
      pending = [];
      return true;
    },
    async findMatches(slots) {
      const asked = filteredRows;
      const found = await asked.findMatches(slots);
      return asked === filteredRows ? found : [];
    },
    toggleRequest(requestId, shallOpen) {
      openRequests.set(requestId, shallOpen);
      isListStale = true;
      deps.onChange();
    },
    jump(to, from, isForward) {
      if (to === 'error') {
        const index = findError(from, isForward);
        return index === undefined ? undefined : { index };
      }
      const hit = findHit(from, isForward);
      return hit && { index: locate(hit.slot, 0).index, nth: hit.nth };
    },
    takeEdits() {
      if (list && isListStale) {
        const next = makeList();
        for (const edit of diffLists(list, next)) merge(edit);
        list = next;
      }
      const edits = pending;
      pending = [];
      return edits;
    },
    onStoreChange(change) {
      if (change.kind === 'trimmed') {
        list &&= trimmedList(list, change.slots);
        // Codes of requests have changed, even of rows that aren't shown.
        isListStale = true;
      }
      filteredRows.onStoreChange(change);
      if (requestedRows !== filteredRows) requestedRows.onStoreChange(change);
    },
    onStoreClear() {
      const { length } = list ?? filteredRows.slots;
      filteredRows.onStoreClear();
      if (requestedRows !== filteredRows) requestedRows.onStoreClear();
      list &&= new Uint32Array(0);
      pending = length > 0 ? [{ at: 0, removed: length, inserted: 0 }] : [];
      deps.onChange();
    },
    dispose() {
      filteredRows.dispose();
      if (requestedRows !== filteredRows) requestedRows.dispose();
    },
  };
}
