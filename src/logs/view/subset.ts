import { type LogStore, noSlot } from '../store/logStore.ts';
import { createSlotList, findFirstIndex } from '../store/slotList.ts';
import type { ListEdit } from './listEdits.ts';

/** A part of a store's rows, in the same order. */
export interface Subset {
  readonly length: number;
  readonly slots: Uint32Array;
  at(index: number): number;
  /** Returns -1 if the row isn't in the subset. Also finds a row that was just removed from the store. */
  indexOf(slot: number): number;
  /** Returns the index of the first row at or after `time` (milliseconds). */
  lowerBound(time: number): number;
  /** Returns the number of rows before the row `slot` of the store. */
  countBefore(slot: number): number;
  /** Adds rows of the store in order. They must not be in the subset. */
  insert(slots: readonly number[]): ListEdit[];
  remove(slot: number): ListEdit[];
  /** Follows a removal of the store's first rows. `slots` contains the new slots by old ones. */
  trim(slots: Uint32Array): ListEdit[];
  /** Replaces all rows. */
  reset(slots?: Uint32Array<ArrayBuffer>): void;
}

export function createSubset(store: LogStore): Subset {
  const list = createSlotList();
  const timeAt = (index: number) => store.columns.times[list.at(index)] ?? 0;
  const lowerBound = (time: number, from = 0) =>
    findFirstIndex(list.length, (index) => timeAt(index) >= time, from);

  function indexOf(slot: number): number {
    const time = store.columns.times[slot] ?? 0;
    for (let index = lowerBound(time); index < list.length && timeAt(index) === time; index++) {
      if (list.at(index) === slot) return index;
    }
    return -1;
  }

  function countBefore(slot: number, from = 0): number {
    const time = store.columns.times[slot] ?? 0;
    const place = store.indexOf(slot);
    let index = lowerBound(time, from);
    while (index < list.length && timeAt(index) === time && store.indexOf(list.at(index)) < place) index++;
    return index;
  }

  return {
    get length() {
      return list.length;
    },
    get slots() {
      return list.slots;
    },
    at: list.at,
    indexOf,
    lowerBound,
    countBefore,
    insert(slots) {
      const runs: { at: number; count: number; place: number }[] = [];
      let from = 0;
      slots.forEach((slot, index) => {
        from = countBefore(slot, from);
        const last = runs.at(-1);
        if (last?.place === from) last.count++;
        else runs.push({ at: from + index, count: 1, place: from });
      });
      list.insert(runs, slots);
      return runs.map(({ at, count }) => ({ at, removed: 0, inserted: count }));
    },
    remove(slot) {
      const at = indexOf(slot);
      if (at < 0) return [];
      list.removeAt(at);
      return [{ at, removed: 1, inserted: 0 }];
    },
    trim(slots) {
      const now = list.slots.map((slot) => slots[slot] ?? noSlot);
      const first = now.findIndex((slot) => slot !== noSlot);
      const removed = first < 0 ? now.length : first;
      list.reset(now.slice(removed));
      return removed > 0 ? [{ at: 0, removed, inserted: 0 }] : [];
    },
    reset: list.reset,
  };
}
