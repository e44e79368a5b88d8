import { hasQueryText, type TextQuery } from '../../editor/webview/textQuery.ts';
import { canHideRows, type LogFilter, levelGroups } from '../filter.ts';
import type { LogSearch } from '../search/logSearch.ts';
import { type Columns, gapLevel } from '../store/columns.ts';
import { type LogStore, noSlot, type StoreChange } from '../store/logStore.ts';
import type { ListEdit } from './listEdits.ts';
import { RequestDurations } from './requestDurations.ts';
import { OperationFilter } from './requestOperations.ts';
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
  readonly #matches: SlotCondition;
  readonly #matchesIgnoringTime: SlotCondition;
  readonly #search: LogSearch | undefined;
  /** The rows with a match of the search text. `undefined` without a text. */
  readonly hits: Subset | undefined;
  /** The visible rows. `undefined` if the filter can't hide rows, so that all rows of the store are visible. */
  readonly #visible: Subset | undefined;
  /** The rows that match the filter without its time range. `undefined` if the filter has no time range. */
  readonly #slotsIgnoringTime: Subset | undefined;
  readonly #isFiltering: boolean;
  /** The durations of the visible requests. */
  readonly durations: RequestDurations;
  readonly #disposeAbort = new AbortController();
  #restartAbort = new AbortController();
  #isComputed = false;
  /** Batches of new rows are searched one after another. */
  #queue = Promise.resolve();
  readonly #pendingBatches = new Set<readonly number[]>();
  readonly #isGap: SlotCondition;
  /** The requests of the filter's method and tool. */
  readonly #operations: OperationFilter | undefined;

  /** Throws if the regular expression is invalid. */
  constructor(filter: LogFilter, options: FilteredRowsOptions) {
    this.filter = filter;
    this.#options = options;
    const { store } = options;
    this.#store = store;
    this.#columns = store.columns;
    this.#operations = filter.operation && new OperationFilter(filter.operation, store);
    this.#matches = createCondition(filter, store, this.#operations);
    const { time, ...filterIgnoringTime } = filter;
    this.#matchesIgnoringTime = createCondition(filterIgnoringTime, store, this.#operations);
    this.#search = hasQueryText(filter.find) ? options.createSearch(filter.find) : undefined;
    this.hits = this.#search && new Subset(store);
    this.#visible = canHideRows(filter) ? new Subset(store) : undefined;
    this.#slotsIgnoringTime = time && new Subset(store);
    this.durations = new RequestDurations(store, this.#visible !== undefined);
    this.#isFiltering = this.#search !== undefined && !filter.isHighlighting;
    this.#isGap = (slot: number) => this.#columns.levels[slot] === gapLevel;
  }

  /** Filters the complete store. Before that, no rows are visible if the filter can hide rows. */
  async compute(): Promise<void> {
    const { signal } = this.#restartAbort;
    let marks: Uint8Array | undefined;
    try {
      marks = await this.#findAll(AbortSignal.any([signal, this.#disposeAbort.signal]));
    } catch (error) {
      // The rows of the store were removed or replaced in the meantime.
      if (signal.aborted && !this.#disposeAbort.signal.aborted) return this.compute();
      throw error;
    }
    this.#isComputed = true;
    this.#operations?.reset();
    const { order } = this.#store;
    const createIsHit = (matches: SlotCondition) => (slot: number) =>
      marks?.[slot] === 1 && matches(slot) && !this.#isGap(slot);
    const selectRows = (matches: SlotCondition) => {
      const isHit = createIsHit(matches);
      return order.filter(this.#isFiltering ? (slot) => this.#isGap(slot) || isHit(slot) : matches);
    };
    this.hits?.reset(order.filter(createIsHit(this.#matches)));
    this.#visible?.reset(selectRows(this.#matches));
    this.#slotsIgnoringTime?.reset(selectRows(this.#matchesIgnoringTime));
    this.durations.reset(this.slots);
  }

  /** Slots in order, valid until the next change. */
  get slots(): Uint32Array {
    return this.#visible ? this.#visible.slots : this.#store.order;
  }

  /** Slots that match the filter without its time range. */
  get slotsIgnoringTime(): Uint32Array {
    return (this.#slotsIgnoringTime ?? this.#visible)?.slots ?? this.#store.order;
  }

  indexOf(slot: number): number {
    return (this.#visible ?? this.#store).indexOf(slot);
  }

  lowerBound(time: number): number {
    return (this.#visible ?? this.#store).lowerBound(time);
  }

  /** Returns the number of visible rows before a row of the store, which can itself be hidden. */
  countBefore(slot: number): number {
    return this.#visible ? this.#visible.countBefore(slot) : this.#store.indexOf(slot);
  }

  /** Returns the distinct matches of a regular expression in each of these rows. */
  async findMatches(slots: readonly number[]): Promise<readonly (readonly string[])[]> {
    return (
      (await this.#search?.findMatches(
        slots,
        AbortSignal.any([this.#restartAbort.signal, this.#disposeAbort.signal]),
      )) ?? []
    );
  }

  onStoreChange(change: StoreChange): void {
    if (!this.#isComputed) {
      if (change.kind === 'trimmed') this.#restart();
    } else if (change.kind === 'inserted') {
      this.#onInserted(change.runs);
    } else if (change.kind === 'trimmed') {
      this.#onTrimmed(change);
    } else {
      this.#slotsIgnoringTime?.remove(change.slot);
      this.#options.onEdits(
        this.#visible ? this.#visible.remove(change.slot) : [{ at: change.at, removed: 1, inserted: 0 }],
      );
    }
  }

  /** Called when the store was cleared. */
  onStoreClear(): void {
    this.#restart();
    this.#pendingBatches.clear();
    const { length } = this.#visible ?? { length: 0 };
    this.#visible?.reset();
    this.#slotsIgnoringTime?.reset();
    this.hits?.reset();
    this.#operations?.reset();
    this.durations.reset(this.slots);
    if (length > 0) this.#options.onEdits([{ at: 0, removed: length, inserted: 0 }]);
  }

  dispose(): void {
    this.#disposeAbort.abort();
    this.#search?.dispose();
  }

  async #findAll(signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (!this.#search) return undefined;
    let { size } = this.#columns;
    let marks = await this.#search.searchAll(signal);
    while (size < this.#columns.size) {
      const slots = Array.from({ length: this.#columns.size - size }, (_, index) => size + index);
      const added = await this.#search.searchSlots(slots, signal);
      const longer = new Uint8Array(size + added.length);
      longer.set(marks.subarray(0, size));
      added.forEach((isHit, index) => {
        longer[size + index] = isHit ? 1 : 0;
      });
      marks = longer;
      size += added.length;
    }
    return marks;
  }

  #insertHits(slots: readonly number[]): void {
    const search = this.#search;
    if (!search || slots.length === 0) return;
    const signal = AbortSignal.any([this.#restartAbort.signal, this.#disposeAbort.signal]);
    this.#pendingBatches.add(slots);
    this.#queue = this.#queue.then(async () => {
      if (signal.aborted) return;
      try {
        const areHits = await search.searchSlots(slots, signal);
        if (signal.aborted) return;
        const matchingText = slots.filter((slot, index) => areHits[index] && this.#isStillNew(slot));
        if (matchingText.length === 0) return;
        const newHits = matchingText.filter(this.#matches);
        this.hits?.insert(newHits);
        if (this.#isFiltering) this.#slotsIgnoringTime?.insert(matchingText);
        if (this.#isFiltering && this.#visible) this.#options.onEdits(this.#show(newHits, this.#visible));
        this.#options.onHits();
      } catch (error) {
        if (!signal.aborted) this.#options.onProblem(error);
      } finally {
        this.#pendingBatches.delete(slots);
      }
    });
  }

  /** Whether a searched row still isn't shown, but belongs to a request that the filter shows. */
  #isStillNew(slot: number): boolean {
    return !this.#operations || (this.#operations.has(slot) && (this.hits?.indexOf(slot) ?? -1) < 0);
  }

  /** Aborts searches, because their rows have changed. */
  #restart(): void {
    this.#restartAbort.abort();
    this.#restartAbort = new AbortController();
  }

  #onTrimmed({ count, slots }: Extract<StoreChange, { kind: 'trimmed' }>): void {
    this.#restart();
    this.hits?.trim(slots);
    this.#slotsIgnoringTime?.trim(slots);
    this.#options.onEdits(
      this.#visible ? this.#visible.trim(slots) : [{ at: 0, removed: count, inserted: 0 }],
    );
    this.durations.reset(this.slots);
    if (this.#operations) this.#hideTrimmedRequests(this.#operations);
    const remainingBatches = [...this.#pendingBatches].map((batch) =>
      batch.map((slot) => slots[slot] ?? noSlot),
    );
    this.#pendingBatches.clear();
    for (const batch of remainingBatches) this.#insertHits(batch.filter((slot) => slot !== noSlot));
  }

  /**
   * Hides the rows of requests whose method or tool doesn't match anymore. Returns the rows to show if they match: the
   * inserted ones, and those of requests that match now, because their START entry was loaded after other entries.
   */
  #updateRequests(inserted: readonly number[], operations: OperationFilter): readonly number[] {
    const changedCodes = operations.add(inserted);
    if (changedCodes.size === 0) return inserted;
    const { requestCodes } = this.#columns;
    const insertedSlots = new Set(inserted);
    const isOfChanged = (slot: number) => changedCodes.has(requestCodes[slot] ?? 0);
    this.#hide((slot) => isOfChanged(slot) && !operations.has(slot));
    return [...this.#store.order.filter((slot) => insertedSlots.has(slot) || isOfChanged(slot))];
  }

  /** Hides requests whose START entry was trimmed, so that their method and tool are unknown. */
  #hideTrimmedRequests(operations: OperationFilter): void {
    operations.reset();
    this.#hide((slot) => !this.#isGap(slot) && !operations.has(slot));
  }

  #hide(isHidden: SlotCondition): void {
    for (const subset of [this.hits, this.#slotsIgnoringTime])
      for (const slot of subset?.slots.filter(isHidden) ?? []) subset?.remove(slot);
    const hiddenSlots = [...(this.#visible?.slots.filter(isHidden) ?? [])];
    this.durations.hide(hiddenSlots);
    this.#options.onEdits(hiddenSlots.flatMap((slot) => this.#visible?.remove(slot) ?? []));
  }

  #show(slots: readonly number[], visible: Subset): ListEdit[] {
    const edits = visible.insert(slots);
    this.durations.show(slots);
    return edits;
  }

  #onInserted(runs: Extract<StoreChange, { kind: 'inserted' }>['runs']): void {
    for (const { at, count } of runs) this.durations.addEntries(this.#store.order.subarray(at, at + count));
    if (!this.#visible)
      this.#options.onEdits(runs.map(({ at, count }) => ({ at, removed: 0, inserted: count })));
    if (!this.#visible && !this.#slotsIgnoringTime && !this.#search) return;
    const inserted = runs.flatMap(({ at, count }) => [...this.#store.order.subarray(at, at + count)]);
    const slots = this.#operations ? this.#updateRequests(inserted, this.#operations) : inserted;
    const matching = slots.filter(this.#matches);
    const matchingIgnoringTime = this.#slotsIgnoringTime ? slots.filter(this.#matchesIgnoringTime) : matching;
    this.#slotsIgnoringTime?.insert(
      this.#isFiltering ? matchingIgnoringTime.filter(this.#isGap) : matchingIgnoringTime,
    );
    if (this.#visible)
      this.#options.onEdits(
        this.#show(this.#isFiltering ? matching.filter(this.#isGap) : matching, this.#visible),
      );
    this.#insertHits(
      (this.#isFiltering ? matchingIgnoringTime : matching).filter((slot) => !this.#isGap(slot)),
    );
  }
}

/**
 * Creates a function that returns whether a row matches all conditions of the filter except for the text. Gaps always
 * match.
 */
function createCondition(
  filter: LogFilter,
  { columns }: LogStore,
  operations: OperationFilter | undefined,
): SlotCondition {
  const { levels, requestId, time } = filter;
  const isLevelVisible = levelGroups.map((group) => levels.length === 0 || levels.includes(group));
  const [from, until] = [time?.from ?? -Infinity, time?.until ?? Infinity];
  return (slot) => {
    const level = columns.levels[slot] ?? gapLevel;
    if (level === gapLevel) return true;
    if (!isLevelVisible[level]) return false;
    // Looked up each time, because a request has no code before its first entry is loaded.
    if (requestId !== undefined && columns.requestCodes[slot] !== columns.requestIds.findCode(requestId))
      return false;
    if (operations && !operations.has(slot)) return false;
    const timestamp = columns.times[slot] ?? 0;
    return timestamp >= from && timestamp <= until;
  };
}
