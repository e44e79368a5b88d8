import { hasQueryText, type TextQuery } from '../../editor/webview/textQuery.ts';
import { canHideRows, type LogFilter, levelGroups } from '../filter.ts';
import type { LogSearch } from '../search/logSearch.ts';
import { gapLevel } from '../store/columns.ts';
import { type LogStore, noSlot, type StoreChange } from '../store/logStore.ts';
import type { ListEdit } from './listEdits.ts';
import { createSubset, type Subset } from './subset.ts';

export interface FilteredRowsDeps {
  readonly store: LogStore;
  /** Throws if the regular expression is invalid. */
  createSearch(query: TextQuery): LogSearch;
  /** Called when the shown rows have changed. */
  onEdits(edits: readonly ListEdit[]): void;
  onHits(): void;
  /** Called when new rows couldn't be searched. */
  onProblem(error: unknown): void;
}

/** The rows of a store that match a filter, updated with the store. */
export interface FilteredRows {
  readonly filter: LogFilter;
  /** Slots in order, valid until the next change. */
  readonly slots: Uint32Array;
  /** Slots that match the filter without its time range. */
  readonly slotsAtAnyTime: Uint32Array;
  /** The rows that match the search text. `undefined` without a text. */
  readonly hits: Subset | undefined;
  indexOf(slot: number): number;
  lowerBound(time: number): number;
  /** Returns the number of shown rows before a row of the store, which can be hidden. */
  countBefore(slot: number): number;
  /** Returns the distinct matches of a regular expression in each of these rows. */
  findMatches(slots: readonly number[]): Promise<readonly (readonly string[])[]>;
  /** Filters the complete store. Until then, no rows are shown. */
  compute(): Promise<void>;
  onStoreChange(change: StoreChange): void;
  /** Called when the store was cleared. */
  onStoreClear(): void;
  dispose(): void;
}

/** Throws if the regular expression is invalid. */
export function createFilteredRows(filter: LogFilter, deps: FilteredRowsDeps): FilteredRows {
  const { store } = deps;
  const { columns } = store;
  const meets = createCondition(filter, store);
  const { time, ...atAnyTime } = filter;
  const meetsAtAnyTime = createCondition(atAnyTime, store);
  const search = hasQueryText(filter.find) ? deps.createSearch(filter.find) : undefined;
  const hits = search && createSubset(store);
  /** `undefined` if all rows of the store are shown. */
  const shown = canHideRows(filter) ? createSubset(store) : undefined;
  /** `undefined` if the filter has no time range. */
  const slotsAtAnyTime = time && createSubset(store);
  const isFiltering = search !== undefined && !filter.isHighlighting;
  const ended = new AbortController();
  let life = new AbortController();
  let isComputed = false;
  /** Batches of new rows are searched one after another. */
  let queue = Promise.resolve();
  const waiting = new Set<readonly number[]>();

  const isGap = (slot: number) => columns.levels[slot] === gapLevel;

  async function findAll(signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (!search) return undefined;
    let { size } = columns;
    let marks = await search.searchAll(signal);
    while (size < columns.size) {
      const slots = Array.from({ length: columns.size - size }, (_, index) => size + index);
      const more = await search.searchSlots(slots, signal);
      const longer = new Uint8Array(size + more.length);
      longer.set(marks.subarray(0, size));
      more.forEach((isHit, index) => {
        longer[size + index] = isHit ? 1 : 0;
      });
      marks = longer;
      size += more.length;
    }
    return marks;
  }

  async function compute(): Promise<void> {
    const { signal } = life;
    let marks: Uint8Array | undefined;
    try {
      marks = await findAll(AbortSignal.any([signal, ended.signal]));
    } catch (error) {
      // The store was cleared in the meantime and has other rows.
      if (signal.aborted && !ended.signal.aborted) return compute();
      throw error;
    }
    isComputed = true;
    const { order } = store;
    const hitsOf = (meetsAll: typeof meets) => (slot: number) =>
      marks?.[slot] === 1 && meetsAll(slot) && !isGap(slot);
    const rowsOf = (meetsAll: typeof meets) => {
      const isHit = hitsOf(meetsAll);
      return order.filter(isFiltering ? (slot) => isGap(slot) || isHit(slot) : meetsAll);
    };
    hits?.reset(order.filter(hitsOf(meets)));
    shown?.reset(rowsOf(meets));
    slotsAtAnyTime?.reset(rowsOf(meetsAtAnyTime));
  }

  function insertHits(slots: readonly number[]): void {
    if (!search || slots.length === 0) return;
    const signal = AbortSignal.any([life.signal, ended.signal]);
    waiting.add(slots);
    queue = queue.then(async () => {
      if (signal.aborted) return;
      try {
        const found = await search.searchSlots(slots, signal);
        if (signal.aborted) return;
        const atAnyTime = slots.filter((_, index) => found[index]);
        if (atAnyTime.length === 0) return;
        const fresh = atAnyTime.filter(meets);
        hits?.insert(fresh);
        if (isFiltering) slotsAtAnyTime?.insert(atAnyTime);
        if (isFiltering && shown) deps.onEdits(shown.insert(fresh));
        deps.onHits();
      } catch (error) {
        if (!signal.aborted) deps.onProblem(error);
      } finally {
        waiting.delete(slots);
      }
    });
  }

  /** Aborts searches, because their rows have changed. */
  function restart(): void {
    life.abort();
    life = new AbortController();
  }

  function trimmed({ count, slots }: Extract<StoreChange, { kind: 'trimmed' }>): void {
    restart();
    hits?.trim(slots);
    slotsAtAnyTime?.trim(slots);
    deps.onEdits(shown ? shown.trim(slots) : [{ at: 0, removed: count, inserted: 0 }]);
    const left = [...waiting].map((batch) => batch.map((slot) => slots[slot] ?? noSlot));
    waiting.clear();
    for (const batch of left) insertHits(batch.filter((slot) => slot !== noSlot));
  }

  function inserted(runs: Extract<StoreChange, { kind: 'inserted' }>['runs']): void {
    if (!shown) deps.onEdits(runs.map(({ at, count }) => ({ at, removed: 0, inserted: count })));
    if (!shown && !slotsAtAnyTime && !search) return;
    const slots = runs.flatMap(({ at, count }) => [...store.order.subarray(at, at + count)]);
    const matching = slots.filter(meets);
    const matchingAtAnyTime = slotsAtAnyTime ? slots.filter(meetsAtAnyTime) : matching;
    slotsAtAnyTime?.insert(isFiltering ? matchingAtAnyTime.filter(isGap) : matchingAtAnyTime);
    if (shown) deps.onEdits(shown.insert(isFiltering ? matching.filter(isGap) : matching));
    insertHits((isFiltering ? matchingAtAnyTime : matching).filter((slot) => !isGap(slot)));
  }

  return {
    filter,
    get slots() {
      return shown ? shown.slots : store.order;
    },
    get slotsAtAnyTime() {
      return (slotsAtAnyTime ?? shown)?.slots ?? store.order;
    },
    hits,
    indexOf: (slot) => (shown ?? store).indexOf(slot),
    lowerBound: (time) => (shown ?? store).lowerBound(time),
    countBefore: (slot) => (shown ? shown.countBefore(slot) : store.indexOf(slot)),
    findMatches: async (slots) =>
      (await search?.findMatches(slots, AbortSignal.any([life.signal, ended.signal]))) ?? [],
    compute,
    onStoreChange(change) {
      if (!isComputed) {
        if (change.kind === 'trimmed') restart();
      } else if (change.kind === 'inserted') {
        inserted(change.runs);
      } else if (change.kind === 'trimmed') {
        trimmed(change);
      } else {
        slotsAtAnyTime?.remove(change.slot);
        deps.onEdits(shown ? shown.remove(change.slot) : [{ at: change.at, removed: 1, inserted: 0 }]);
      }
    },
    onStoreClear() {
      restart();
      waiting.clear();
      const { length } = shown ?? { length: 0 };
      shown?.reset();
      slotsAtAnyTime?.reset();
      hits?.reset();
      if (length > 0) deps.onEdits([{ at: 0, removed: length, inserted: 0 }]);
    },
    dispose() {
      ended.abort();
      search?.dispose();
    },
  };
}

/** Creates a function that returns whether a row matches all conditions but the text. Gaps always match. */
function createCondition(filter: LogFilter, { columns }: LogStore): (slot: number) => boolean {
  const { levels, requestId, time } = filter;
  const isShown = levelGroups.map((group) => levels.length === 0 || levels.includes(group));
  const [from, until] = [time?.from ?? -Infinity, time?.until ?? Infinity];
  return (slot) => {
    const level = columns.levels[slot] ?? gapLevel;
    if (level === gapLevel) return true;
    if (!isShown[level]) return false;
    // A request has no code before it's loaded.
    if (requestId !== undefined && columns.requestCodes[slot] !== columns.requests.findCode(requestId))
      return false;
    const at = columns.times[slot] ?? 0;
    return at >= from && at <= until;
  };
}
