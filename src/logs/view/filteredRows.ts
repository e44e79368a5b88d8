import { hasQueryText, type TextQuery } from '../../editor/webview/textQuery.ts';
import { canHideRows, type LogFilter, levelGroups } from '../filter.ts';
import type { LogSearch } from '../search/logSearch.ts';
import { type Columns, gapLevel } from '../store/columns.ts';
import { type LogStore, noSlot, type StoreChange } from '../store/logStore.ts';
import type { ListEdit } from './listEdits.ts';
import { Subset } from './subset.ts';

type SlotCondition = (slot: number) => boolean;

export interface FilteredRowsOptions {
  readonly store: LogStore;
  /** Throws if the regular expression is invalid. */
  createSearch(query: TextQuery): LogSearch;
  /** Called when the visible rows have changed. */
  onEdits(edits: readonly ListEdit[]): void;
  onHits(): void;
  /** Called when new rows couldn't be searched. */
  onProblem(error: unknown): void;
}

/** The rows of a store that match a filter, updated with the store. */
export class FilteredRows {
  readonly filter: LogFilter;
  readonly #options: FilteredRowsOptions;
  readonly #store: LogStore;
  readonly #columns: Columns;
  readonly #meets: SlotCondition;
  readonly #meetsAtAnyTime: SlotCondition;
  readonly #search: LogSearch | undefined;
  /** The rows that match the search text. `undefined` without a text. */
  readonly hits: Subset | undefined;
  /** The visible rows. `undefined` if the filter can't hide rows, so that all rows of the store are visible. */
  readonly #shown: Subset | undefined;
  /** The rows that match the filter without its time range. `undefined` if the filter has no time range. */
  readonly #slotsAtAnyTime: Subset | undefined;
  readonly #isFiltering: boolean;
  readonly #ended = new AbortController();
  #life = new AbortController();
  #isComputed = false;
  /** Batches of new rows are searched one after another. */
  #queue = Promise.resolve();
  readonly #waiting = new Set<readonly number[]>();
  readonly #isGap: SlotCondition;

  /** Throws if the regular expression is invalid. */
  constructor(filter: LogFilter, options: FilteredRowsOptions) {
    this.filter = filter;
    this.#options = options;
    const { store } = options;
    this.#store = store;
    this.#columns = store.columns;
    this.#meets = createCondition(filter, store);
    const { time, ...atAnyTime } = filter;
    this.#meetsAtAnyTime = createCondition(atAnyTime, store);
    this.#search = hasQueryText(filter.find) ? options.createSearch(filter.find) : undefined;
    this.hits = this.#search && new Subset(store);
    this.#shown = canHideRows(filter) ? new Subset(store) : undefined;
    this.#slotsAtAnyTime = time && new Subset(store);
    this.#isFiltering = this.#search !== undefined && !filter.isHighlighting;
    this.#isGap = (slot: number) => this.#columns.levels[slot] === gapLevel;
  }

  /** Filters the complete store. Before that, no rows are visible if the filter can hide rows. */
  async compute(): Promise<void> {
    const { signal } = this.#life;
    let marks: Uint8Array | undefined;
    try {
      marks = await this.#findAll(AbortSignal.any([signal, this.#ended.signal]));
    } catch (error) {
      // The rows of the store were removed or replaced in the meantime.
      if (signal.aborted && !this.#ended.signal.aborted) return this.compute();
      throw error;
    }
    this.#isComputed = true;
    const { order } = this.#store;
    const hitsOf = (meetsAll: SlotCondition) => (slot: number) =>
      marks?.[slot] === 1 && meetsAll(slot) && !this.#isGap(slot);
    const rowsOf = (meetsAll: SlotCondition) => {
      const isHit = hitsOf(meetsAll);
      return order.filter(this.#isFiltering ? (slot) => this.#isGap(slot) || isHit(slot) : meetsAll);
    };
    this.hits?.reset(order.filter(hitsOf(this.#meets)));
    this.#shown?.reset(rowsOf(this.#meets));
    this.#slotsAtAnyTime?.reset(rowsOf(this.#meetsAtAnyTime));
  }

  /** Slots in order, valid until the next change. */
  get slots(): Uint32Array {
    return this.#shown ? this.#shown.slots : this.#store.order;
  }

  /** Slots that match the filter without its time range. */
  get slotsIgnoringTime(): Uint32Array {
    return (this.#slotsAtAnyTime ?? this.#shown)?.slots ?? this.#store.order;
  }

  indexOf(slot: number): number {
    return (this.#shown ?? this.#store).indexOf(slot);
  }

  lowerBound(time: number): number {
    return (this.#shown ?? this.#store).lowerBound(time);
  }

  /** Returns the number of visible rows before a row of the store, which can itself be hidden. */
  countBefore(slot: number): number {
    return this.#shown ? this.#shown.countBefore(slot) : this.#store.indexOf(slot);
  }

  /** Returns the distinct matches of a regular expression in each of these rows. */
  async findMatches(slots: readonly number[]): Promise<readonly (readonly string[])[]> {
    return (
      (await this.#search?.findMatches(slots, AbortSignal.any([this.#life.signal, this.#ended.signal]))) ?? []
    );
  }

  onStoreChange(change: StoreChange): void {
    if (!this.#isComputed) {
      if (change.kind === 'trimmed') this.#restart();
    } else if (change.kind === 'inserted') {
      this.#inserted(change.runs);
    } else if (change.kind === 'trimmed') {
      this.#trimmed(change);
    } else {
      this.#slotsAtAnyTime?.remove(change.slot);
      this.#options.onEdits(
        this.#shown ? this.#shown.remove(change.slot) : [{ at: change.at, removed: 1, inserted: 0 }],
      );
    }
  }

  /** Called when the store was cleared. */
  onStoreClear(): void {
    this.#restart();
    this.#waiting.clear();
    const { length } = this.#shown ?? { length: 0 };
    this.#shown?.reset();
    this.#slotsAtAnyTime?.reset();
    this.hits?.reset();
    if (length > 0) this.#options.onEdits([{ at: 0, removed: length, inserted: 0 }]);
  }

  dispose(): void {
    this.#ended.abort();
    this.#search?.dispose();
  }

  async #findAll(signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (!this.#search) return undefined;
    let { size } = this.#columns;
    let marks = await this.#search.searchAll(signal);
    while (size < this.#columns.size) {
      const slots = Array.from({ length: this.#columns.size - size }, (_, index) => size + index);
      const more = await this.#search.searchSlots(slots, signal);
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

  #insertHits(slots: readonly number[]): void {
    const search = this.#search;
    if (!search || slots.length === 0) return;
    const signal = AbortSignal.any([this.#life.signal, this.#ended.signal]);
    this.#waiting.add(slots);
    this.#queue = this.#queue.then(async () => {
      if (signal.aborted) return;
      try {
        const found = await search.searchSlots(slots, signal);
        if (signal.aborted) return;
        const atAnyTime = slots.filter((_, index) => found[index]);
        if (atAnyTime.length === 0) return;
        const fresh = atAnyTime.filter(this.#meets);
        this.hits?.insert(fresh);
        if (this.#isFiltering) this.#slotsAtAnyTime?.insert(atAnyTime);
        if (this.#isFiltering && this.#shown) this.#options.onEdits(this.#shown.insert(fresh));
        this.#options.onHits();
      } catch (error) {
        if (!signal.aborted) this.#options.onProblem(error);
      } finally {
        this.#waiting.delete(slots);
      }
    });
  }

  /** Aborts searches, because their rows have changed. */
  #restart(): void {
    this.#life.abort();
    this.#life = new AbortController();
  }

  #trimmed({ count, slots }: Extract<StoreChange, { kind: 'trimmed' }>): void {
    this.#restart();
    this.hits?.trim(slots);
    this.#slotsAtAnyTime?.trim(slots);
    this.#options.onEdits(this.#shown ? this.#shown.trim(slots) : [{ at: 0, removed: count, inserted: 0 }]);
    const left = [...this.#waiting].map((batch) => batch.map((slot) => slots[slot] ?? noSlot));
    this.#waiting.clear();
    for (const batch of left) this.#insertHits(batch.filter((slot) => slot !== noSlot));
  }

  #inserted(runs: Extract<StoreChange, { kind: 'inserted' }>['runs']): void {
    if (!this.#shown)
      this.#options.onEdits(runs.map(({ at, count }) => ({ at, removed: 0, inserted: count })));
    if (!this.#shown && !this.#slotsAtAnyTime && !this.#search) return;
    const slots = runs.flatMap(({ at, count }) => [...this.#store.order.subarray(at, at + count)]);
    const matching = slots.filter(this.#meets);
    const matchingAtAnyTime = this.#slotsAtAnyTime ? slots.filter(this.#meetsAtAnyTime) : matching;
    this.#slotsAtAnyTime?.insert(
      this.#isFiltering ? matchingAtAnyTime.filter(this.#isGap) : matchingAtAnyTime,
    );
    if (this.#shown)
      this.#options.onEdits(this.#shown.insert(this.#isFiltering ? matching.filter(this.#isGap) : matching));
    this.#insertHits((this.#isFiltering ? matchingAtAnyTime : matching).filter((slot) => !this.#isGap(slot)));
  }
}

/**
 * Creates a function that returns whether a row matches all conditions of the filter except for the text. Gaps always
 * match.
 */
function createCondition(filter: LogFilter, { columns }: LogStore): SlotCondition {
  const { levels, requestId, time } = filter;
  const isShown = levelGroups.map((group) => levels.length === 0 || levels.includes(group));
  const [from, until] = [time?.from ?? -Infinity, time?.until ?? Infinity];
  return (slot) => {
    const level = columns.levels[slot] ?? gapLevel;
    if (level === gapLevel) return true;
    if (!isShown[level]) return false;
    // Looked up each time, because a request has no code before its first entry is loaded.
    if (requestId !== undefined && columns.requestCodes[slot] !== columns.requestIds.findCode(requestId))
      return false;
    const at = columns.times[slot] ?? 0;
    return at >= from && at <= until;
  };
}
