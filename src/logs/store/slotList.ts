/** A run of `count` consecutive new slots. `at` is the index of the first one after all runs are inserted. */
export interface SlotRun {
  readonly at: number;
  readonly count: number;
}

/** An ordered list of slots (indexes into the columns) with four bytes each. */
export class SlotList {
  #buffer = new Uint32Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The list, valid until it changes. */
  get slots(): Uint32Array {
    return this.#buffer.subarray(0, this.#length);
  }

  at(index: number): number {
    return this.#buffer[index] ?? 0;
  }

  /** Inserts `slots` at the positions of `runs`, which are ascending. */
  insert(runs: readonly SlotRun[], slots: ArrayLike<number>): void {
    this.#reserve(this.#length + slots.length);
    // From the end, so that each part moves only once.
    let end = this.#length;
    let remaining = slots.length;
    for (const { at, count } of runs.toReversed()) {
      const from = at - (remaining - count);
      this.#buffer.copyWithin(from + remaining, from, end);
      end = from;
      for (let index = count - 1; index >= 0; index--) this.#buffer[at + index] = slots[--remaining] ?? 0;
    }
    this.#length += slots.length;
  }

  push(slot: number): void {
    this.#reserve(this.#length + 1);
    this.#buffer[this.#length++] = slot;
  }

  removeAt(index: number): void {
    this.#buffer.copyWithin(index, index + 1, this.#length);
    this.#length--;
  }

  /** Replaces the list. `slots` must not be used afterwards. */
  reset(slots: Uint32Array<ArrayBuffer> = new Uint32Array(0)): void {
    this.#buffer = slots;
    this.#length = slots.length;
  }

  #reserve(capacity: number): void {
    if (capacity <= this.#buffer.length) return;
    const larger = new Uint32Array(Math.max(1024, capacity, Math.ceil(this.#buffer.length * 1.5)));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
