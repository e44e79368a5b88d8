import { findFirstIndex } from '../../editor/webview/binarySearch.ts';
import { type LogStore, noSlot } from '../store/logStore.ts';
import { SlotList } from '../store/slotList.ts';
import type { ListEdit } from './listEdits.ts';

/** A part of a store's rows, in the same order. */
export class Subset {
  readonly #store: LogStore;
  readonly #list = new SlotList();

  constructor(store: LogStore) {
    this.#store = store;
  }

  /** Returns the index of the first row at or after `time` (milliseconds). */
  lowerBound(time: number, from = 0): number {
    return findFirstIndex(this.#list.length, (index) => this.#timeAt(index) >= time, from);
  }

  /** Returns -1 if the row isn't in the subset. Also finds a row that was just removed from the store. */
  indexOf(slot: number): number {
    const time = this.#store.columns.times[slot] ?? 0;
    for (
      let index = this.lowerBound(time);
      index < this.#list.length && this.#timeAt(index) === time;
      index++
    ) {
      if (this.#list.at(index) === slot) return index;
    }
    return -1;
  }

  /** Returns the number of rows before the row `slot` of the store. */
  countBefore(slot: number, from = 0): number {
    const time = this.#store.columns.times[slot] ?? 0;
    const storeIndex = this.#store.indexOf(slot);
    let index = this.lowerBound(time, from);
    while (
      index < this.#list.length &&
      this.#timeAt(index) === time &&
      this.#store.indexOf(this.#list.at(index)) < storeIndex
    )
      index++;
    return index;
  }

  get length(): number {
    return this.#list.length;
  }

  get slots(): Uint32Array {
    return this.#list.slots;
  }

  at(index: number): number {
    return this.#list.at(index);
  }

  /** Adds rows of the store in order. They must not be in the subset. */
  insert(slots: readonly number[]): ListEdit[] {
    const runs: { at: number; count: number; positionBefore: number }[] = [];
    let from = 0;
    slots.forEach((slot, index) => {
      from = this.countBefore(slot, from);
      const last = runs.at(-1);
      if (last?.positionBefore === from) last.count++;
      else runs.push({ at: from + index, count: 1, positionBefore: from });
    });
    this.#list.insert(runs, slots);
    return runs.map(({ at, count }) => ({ at, removed: 0, inserted: count }));
  }

  remove(slot: number): ListEdit[] {
    const index = this.indexOf(slot);
    if (index < 0) return [];
    this.#list.removeAt(index);
    return [{ at: index, removed: 1, inserted: 0 }];
  }

  /**
   * Must be called after the store has removed its first rows. `slots` contains the new slot at the index of the old
   * one.
   */
  trim(slots: Uint32Array): ListEdit[] {
    const newSlots = this.#list.slots.map((slot) => slots[slot] ?? noSlot);
    const first = newSlots.findIndex((slot) => slot !== noSlot);
    const removed = first < 0 ? newSlots.length : first;
    this.#list.reset(newSlots.slice(removed));
    return removed > 0 ? [{ at: 0, removed, inserted: 0 }] : [];
  }

  /** Replaces all rows. */
  reset(slots?: Uint32Array<ArrayBuffer>): void {
    this.#list.reset(slots);
  }

  #timeAt(index: number): number {
    return this.#store.columns.times[this.#list.at(index)] ?? 0;
  }
}
