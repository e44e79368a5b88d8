import type { LogEntry } from '../../api/logEntries.ts';
import { findFirstIndex } from '../../editor/webview/binarySearch.ts';
import { omitUndefined } from '../../fields.ts';
import { type LevelGroup, levelGroups } from '../filter.ts';
import type { Gap, LogRow } from '../logRow.ts';
import { Columns, gapLevel, type TimedEntries } from './columns.ts';
import { assignAscendingTimes, assignTimes, type EqualTimePosition, mergeEntries } from './mergeEntries.ts';
import { SlotList, type SlotRun } from './slotList.ts';

/** A change in the order of the rows. The columns still contain the data of a removed slot. */
export type StoreChange =
  | { readonly kind: 'inserted'; readonly runs: readonly SlotRun[] }
  | { readonly kind: 'removed'; readonly at: number; readonly slot: number }
  /**
   * The first `count` rows were removed, and the remaining rows have new slots. `slots` contains the new slot at the
   * index of the old one, or `noSlot` for a removed row.
   */
  | { readonly kind: 'trimmed'; readonly count: number; readonly slots: Uint32Array };

export const noSlot = 0xffffffff;

/** The rows of a panel, sorted by time, and within a millisecond in the order of the service. A gap is a row. */
export class LogStore {
  readonly #now: () => number;
  readonly #onChange: (change: StoreChange) => void;
  readonly columns = new Columns();
  readonly #order = new SlotList();
  readonly gaps = new Map<number, Gap>();
  #undatedSlots: number[] = [];
  /** The slot of the last START entry plus 1 by the code of the request, or 0. */
  #starts: number[] = [];
  #counts = createZeroCounts();
  #holdCount = 0;

  /**
   * Creates an empty store. `clear` doesn't reset the IDs, so they are never reused. `now` (milliseconds since the
   * epoch) is the time of entries if no entry has a time of its own. `onChange` is called after each change.
   */
  constructor(now: () => number, onChange: (change: StoreChange) => void = () => undefined) {
    this.#now = now;
    this.#onChange = onChange;
  }

  /** Returns the index of the first row at or after `time` (milliseconds). */
  lowerBound(time: number): number {
    return findFirstIndex(this.#order.length, (index) => this.#timeAt(index) >= time);
  }

  /** Returns the index of a row, or -1 if it doesn't exist. */
  indexOf(slot: number): number {
    const time = this.columns.times[slot] ?? 0;
    for (
      let index = this.lowerBound(time);
      index < this.#order.length && this.#timeAt(index) === time;
      index++
    ) {
      if (this.#order.at(index) === slot) return index;
    }
    return -1;
  }

  /** Whether a row is before another one. */
  isBefore(slot: number, other: number): boolean {
    const difference = (this.columns.times[slot] ?? 0) - (this.columns.times[other] ?? 0);
    return difference === 0 ? this.indexOf(slot) < this.indexOf(other) : difference < 0;
  }

  addGap(gap: Gap): number {
    const slot = this.columns.addGap(gap.from);
    this.gaps.set(slot, gap);
    this.#insertGap(slot);
    return slot;
  }

  /** Number of rows, including gaps. */
  get length(): number {
    return this.#order.length;
  }

  /** Number of entries. */
  get entryCount(): number {
    return this.#order.length - this.gaps.size;
  }

  /** Number of requests of the entries. */
  get requestCount(): number {
    // The first text means no request. All others belong to an entry.
    return this.columns.requestIds.texts.length - 1;
  }

  /** The slots of all rows in order, valid until the next change. */
  get order(): Uint32Array {
    return this.#order.slots;
  }

  get levelCounts(): Readonly<Record<LevelGroup, number>> {
    return this.#counts;
  }

  /** Returns the slot of a request's last START entry, or `undefined` if none is loaded. */
  findStart(requestCode: number): number | undefined {
    const start = this.#starts[requestCode] ?? 0;
    return start === 0 ? undefined : start - 1;
  }

  getRow(slot: number): LogRow {
    const { types, methods, requestIds, extraFields, contents } = this.columns;
    const gap = this.gaps.get(slot);
    const requestId = requestIds.getText(this.columns.requestCodes[slot] ?? 0);
    const method = methods.getText(this.columns.methodCodes[slot] ?? 0);
    const content = contents.getText(slot);
    const rowExtraFields = extraFields.getText(this.columns.extraFieldCodes[slot] ?? 0);
    const duration = this.columns.durations[slot] ?? Number.NaN;
    return {
      id: this.columns.ids[slot] ?? 0,
      time: this.columns.times[slot] ?? 0,
      ...(this.columns.undatedFlags[slot] === 1 && { isUndated: true as const }),
      type: types.getText(this.columns.typeCodes[slot] ?? 0) ?? '',
      ...omitUndefined({ requestId, content, method }),
      ...(!Number.isNaN(duration) && { durationInMs: duration }),
      ...omitUndefined({ extraFields: rowExtraFields }),
      ...(gap && { gap }),
    };
  }

  /** Returns the slot of a row by its ID, or `undefined` if it was removed. */
  findSlot(id: number): number | undefined {
    const slot = findFirstIndex(this.columns.size, (candidate) => (this.columns.ids[candidate] ?? 0) >= id);
    return slot < this.columns.size && this.columns.ids[slot] === id ? slot : undefined;
  }

  /**
   * Adds a response, which is a consistent part of the log, in order. Identical entries within a response are different
   * entries, but entries of earlier responses are recognized. Returns the runs of new rows.
   */
  add(entries: readonly LogEntry[], positionAmongEqual: EqualTimePosition = 'after'): SlotRun[] {
    const response = assignTimes(entries, () =>
      this.#order.length > 0 ? this.#timeAt(this.#order.length - 1) : this.#now(),
    );
    const { newIndices, runs } = mergeEntries(response, positionAmongEqual, {
      columns: this.columns,
      order: this.#order,
      undatedSlots: this.#undatedSlots,
    });
    if (newIndices.length > 0) this.#insert(response, newIndices, runs);
    return runs;
  }

  /**
   * Adds new entries after all others in the given order. Times never decrease: an entry without a time, or with an
   * earlier one, gets the time of the entry before it.
   */
  append(entries: readonly LogEntry[]): void {
    if (entries.length === 0) return;
    const last = this.#order.length > 0 ? this.#timeAt(this.#order.length - 1) : undefined;
    const runs = [{ at: this.#order.length, count: entries.length }];
    this.#insert(assignAscendingTimes(entries, last), [...entries.keys()], runs);
  }

  /** Does nothing if the gap doesn't exist. */
  changeGap(slot: number, gap: Gap): void {
    if (!this.gaps.has(slot)) return;
    this.#removeRow(slot);
    this.gaps.set(slot, gap);
    this.columns.setTime(slot, gap.from);
    this.#insertGap(slot);
  }

  removeGap(slot: number): void {
    if (!this.gaps.delete(slot)) return;
    this.#removeRow(slot);
  }

  /** Removes the first rows, unless `holdSlots` is in effect. Returns whether rows were removed. */
  trim(count: number): boolean {
    if (this.#holdCount > 0 || count <= 0) return false;
    const removedGaps: Gap[] = [];
    for (const slot of this.#order.slots.subarray(0, count)) {
      const group = levelGroups[this.columns.levels[slot] ?? gapLevel];
      if (group) this.#counts[group]--;
      const gap = this.gaps.get(slot);
      if (gap) removedGaps.push(gap);
      this.gaps.delete(slot);
    }
    const remaining = this.#order.slots.slice(count);
    const slots = new Uint32Array(this.columns.size).fill(noSlot);
    const ascendingSlots = remaining.slice().sort();
    ascendingSlots.forEach((slot, index) => {
      slots[slot] = index;
    });
    this.columns.keepOnly(ascendingSlots);
    const toNewSlot = (slot: number) => slots[slot] ?? noSlot;
    this.#order.reset(remaining.map(toNewSlot));
    this.#undatedSlots = this.#undatedSlots.map(toNewSlot).filter((slot) => slot !== noSlot);
    this.#starts = [];
    this.#addStarts(this.#order.slots);
    const remainingGaps = [...this.gaps].map(([slot, gap]) => [toNewSlot(slot), gap] as const);
    this.gaps.clear();
    for (const [slot, gap] of remainingGaps) this.gaps.set(slot, gap);
    this.#onChange({ kind: 'trimmed', count, slots });
    // A removed gap can extend into the remaining rows.
    const from = this.#order.length > 0 ? this.#timeAt(0) : Number.POSITIVE_INFINITY;
    for (const gap of removedGaps) if (gap.until > from) this.addGap({ ...gap, from });
    return true;
  }

  /** Keeps all slots unchanged until the returned function is called. */
  holdSlots(): () => void {
    let isHeld = true;
    this.#holdCount++;
    return () => {
      if (isHeld) this.#holdCount--;
      isHeld = false;
    };
  }

  clear(): void {
    this.columns.clear();
    this.#order.reset();
    this.gaps.clear();
    this.#undatedSlots = [];
    this.#starts = [];
    this.#counts = createZeroCounts();
  }

  #timeAt(index: number): number {
    return this.columns.times[this.#order.at(index)] ?? 0;
  }

  #upperBound(time: number): number {
    return findFirstIndex(this.#order.length, (index) => this.#timeAt(index) > time);
  }

  #insertGap(slot: number): void {
    const index = this.#upperBound(this.columns.times[slot] ?? 0);
    const runs = [{ at: index, count: 1 }];
    this.#order.insert(runs, [slot]);
    this.#onChange({ kind: 'inserted', runs });
  }

  #insert(response: TimedEntries, newIndices: readonly number[], runs: readonly SlotRun[]): void {
    const first = this.columns.size;
    this.columns.add(response, newIndices);
    const slots = newIndices.map((_, index) => first + index);
    this.#order.insert(runs, slots);
    for (const slot of slots) {
      const group = levelGroups[this.columns.levels[slot] ?? gapLevel];
      if (group) this.#counts[group]++;
      if (this.columns.undatedFlags[slot] === 1) this.#undatedSlots.push(slot);
    }
    this.#addStarts(slots);
    this.#onChange({ kind: 'inserted', runs });
  }

  /** Must be called after rows were inserted. */
  #addStarts(slots: Iterable<number>): void {
    const { requestCodes, typeCodes, types, requestIds } = this.columns;
    const start = types.findCode('START');
    // A code beyond the end would turn the array into a slow map.
    while (this.#starts.length < requestIds.texts.length) this.#starts.push(0);
    for (const slot of slots) {
      const code = requestCodes[slot] ?? 0;
      if (code === 0 || typeCodes[slot] !== start) continue;
      const previous = this.findStart(code);
      if (previous === undefined || !this.isBefore(slot, previous)) this.#starts[code] = slot + 1;
    }
  }

  /** Removes the row of a gap. The columns keep its slot. */
  #removeRow(slot: number): void {
    const index = this.indexOf(slot);
    this.#order.removeAt(index);
    this.#onChange({ kind: 'removed', at: index, slot });
  }
}

function createZeroCounts(): Record<LevelGroup, number> {
  return { ERROR: 0, WARNING: 0, INFO: 0, DEBUG: 0, OTHER: 0 };
}
