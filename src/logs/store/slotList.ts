/** Slots coming in next to each other: `count` of them from index `at` on, once all are in place. */
export interface SlotRun {
  readonly at: number;
  readonly count: number;
}

/** An ordered list of slots (places in the store's columns), four bytes each. */
export interface SlotList {
  readonly length: number;
  /** The list itself; valid until it changes. */
  readonly slots: Uint32Array;
  at(index: number): number;
  /** Puts `slots` where `runs` (ascending) say. */
  insert(runs: readonly SlotRun[], slots: ArrayLike<number>): void;
  push(slot: number): void;
  removeAt(index: number): void;
  /** Takes over a list of slots as its own. */
  reset(slots?: Uint32Array<ArrayBuffer>): void;
}

/** Makes an empty list. */
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
      // From the end, so that each part moves once.
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
