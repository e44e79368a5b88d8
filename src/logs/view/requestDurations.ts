import type { LogStore } from '../store/logStore.ts';
import { findPercentileIndex, SortedNumbers } from './sortedNumbers.ts';

/** The durations of requests in milliseconds. Requests without a duration don't count. */
export interface DurationSummary {
  /** Number of requests with a duration. */
  readonly count: number;
  /** The median. */
  readonly p50: number;
  /** The 95th percentile. */
  readonly p95: number;
  readonly slowest: number;
}

/**
 * The durations of the requests that have a visible row. A request's duration is that of its last END entry, which can
 * be hidden itself. Each change takes time for the changed rows only, so that a log can be followed at any speed.
 */
export class RequestDurations {
  readonly #store: LogStore;
  readonly #canHideRows: boolean;
  readonly #sorted = new SortedNumbers();
  /** The slot of the last END entry plus 1 by the code of the request, or 0. */
  #ends: number[] = [];
  /** The number of visible rows by the code of the request. Only used if rows can be hidden. */
  #rowCounts: number[] = [];

  constructor(store: LogStore, canHideRows: boolean) {
    this.#store = store;
    this.#canHideRows = canHideRows;
  }

  /** The median, the 95th percentile, and the maximum. `undefined` if no visible request has a duration. */
  get summary(): DurationSummary | undefined {
    const { length: count } = this.#sorted;
    if (count === 0) return undefined;
    return {
      count,
      p50: this.#sorted.at(findPercentileIndex(count, 0.5)),
      p95: this.#sorted.at(findPercentileIndex(count, 0.95)),
      slowest: this.#sorted.at(count - 1),
    };
  }

  /** Replaces everything. `visibleSlots` are the visible rows. Takes linear time. */
  reset(visibleSlots: Uint32Array): void {
    const { columns, order } = this.#store;
    const size = columns.requestIds.texts.length;
    this.#ends = Array<number>(size).fill(0);
    this.#rowCounts = Array<number>(this.#canHideRows ? size : 0).fill(0);
    const end = columns.types.findCode('END');
    for (const slot of order)
      if (columns.typeCodes[slot] === end) this.#ends[columns.requestCodes[slot] ?? 0] = slot + 1;
    if (this.#canHideRows) for (const slot of visibleSlots) this.#countRow(slot, 1);
    const durations = this.#ends
      .map((_, code) => (this.#isVisible(code) ? this.#getDuration(code) : Number.NaN))
      .filter((duration) => !Number.isNaN(duration));
    this.#sorted.reset(Float64Array.from(durations));
  }

  /** Must be called after rows were added to the store, before `show`. */
  addEntries(slots: Iterable<number>): void {
    const { columns } = this.#store;
    const end = columns.types.findCode('END');
    if (end === undefined) return;
    for (const slot of slots) if (columns.typeCodes[slot] === end) this.#addEnd(slot);
  }

  /** Must be called after rows became visible. */
  show(slots: readonly number[]): void {
    if (!this.#canHideRows) return;
    for (const slot of slots) {
      const code = this.#countRow(slot, 1);
      if (this.#rowCounts[code] === 1) this.#addDuration(code);
    }
  }

  /** Must be called after rows of the store were hidden. */
  hide(slots: readonly number[]): void {
    if (!this.#canHideRows) return;
    for (const slot of slots) {
      const code = this.#countRow(slot, -1);
      if (this.#rowCounts[code] === 0) this.#removeDuration(code);
    }
  }

  /** Returns the code of the slowest visible request, the first of several. `undefined` if there is none. Takes linear time. */
  findSlowest(): number | undefined {
    const slowest = this.#sorted.at(this.#sorted.length - 1);
    const { columns, order } = this.#store;
    for (const slot of order) {
      const code = columns.requestCodes[slot] ?? 0;
      if (this.#ends[code] === slot + 1 && columns.durations[slot] === slowest && this.#isVisible(code))
        return code;
    }
    return undefined;
  }

  #addEnd(slot: number): void {
    const code = this.#store.columns.requestCodes[slot] ?? 0;
    const previous = (this.#ends[code] ?? 0) - 1;
    if (previous >= 0 && this.#store.isBefore(slot, previous)) return;
    const isVisible = this.#isVisible(code);
    if (isVisible) this.#removeDuration(code);
    this.#ends[code] = slot + 1;
    if (isVisible) this.#addDuration(code);
  }

  /** Code 0 stands for rows without a request. */
  #isVisible(code: number): boolean {
    return code !== 0 && (!this.#canHideRows || (this.#rowCounts[code] ?? 0) > 0);
  }

  /** Returns the code of the row's request. */
  #countRow(slot: number, change: number): number {
    const code = this.#store.columns.requestCodes[slot] ?? 0;
    this.#rowCounts[code] = (this.#rowCounts[code] ?? 0) + change;
    return code;
  }

  #getDuration(code: number): number {
    const end = this.#ends[code] ?? 0;
    return end === 0 ? Number.NaN : (this.#store.columns.durations[end - 1] ?? Number.NaN);
  }

  #addDuration(code: number): void {
    const duration = code === 0 ? Number.NaN : this.#getDuration(code);
    if (!Number.isNaN(duration)) this.#sorted.add(duration);
  }

  #removeDuration(code: number): void {
    const duration = code === 0 ? Number.NaN : this.#getDuration(code);
    if (!Number.isNaN(duration)) this.#sorted.remove(duration);
  }
}
