/** A run of `count` consecutive new slots. `at` is the index of the first one after all runs are inserted. */
export interface SlotRun {
  readonly at: number;
  readonly count: number;
}

/** An ordered list of slots (indexes into the columns) with four bytes each. */
export interface SlotList {
  readonly length: number;
  /** The list, valid until it changes. */
  readonly slots: Uint32Array;
  at(index: number): number;
  /** Inserts `slots` at the positions of `runs`, which are ascending. */
  insert(runs: readonly SlotRun[], slots: ArrayLike<number>): void;
  push(slot: number): void;
  removeAt(index: number): void;
  /** Replaces the list. `slots` must not be used afterwards. */
  reset(slots?: Uint32Array<ArrayBuffer>): void;
}

export function createSlotList(): SlotList {
  let buffer = new Uint32Array(0);
  let length = 0;

  function reserve(wanted: number): void {
    if (wanted <= buffer.length) return;
    const larger = new Uint32Array(Math.max(1024, wanted, Math.ceil(buffer.length * 1.5)));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  }

  return {
    get length() {
      return length;
    },
    get slots() {
      return buffer.subarray(0, length);
    },
    at: (index) => buffer[index] ?? 0,
    insert(runs, slots) {
      reserve(length + slots.length);
      // From the end, so that each part moves only once.
      let end = length;
      let left = slots.length;
      for (const { at, count } of runs.toReversed()) {
        const from = at - (left - count);
        buffer.copyWithin(from + left, from, end);
        end = from;
        for (let index = count - 1; index >= 0; index--) buffer[at + index] = slots[--left] ?? 0;
      }
      length += slots.length;
    },
    push(slot) {
      reserve(length + 1);
      buffer[length++] = slot;
    },
    removeAt(index) {
      buffer.copyWithin(index, index + 1, length);
      length--;
    },
    reset(slots: Uint32Array<ArrayBuffer> = new Uint32Array(0)) {
      buffer = slots;
      length = slots.length;
    },
  };
}

/**
 * Finds the first of `count` indexes for which `isReached` holds, by binary search. Returns `count` if there is none.
 * `isReached` must hold for all indexes after the first one.
 */
export function findFirstIndex(count: number, isReached: (index: number) => boolean, from = 0): number {
  let low = from;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
