import { findFirstIndex } from '../../editor/webview/binarySearch.ts';

/** Maximum number of values in a block. Adding or removing a value moves at most this many others. */
const maxBlockLength = 1024;

/** Sorted numbers, which can be equal. They are in blocks, so that a change takes much less than linear time. */
export class SortedNumbers {
  #blocks: number[][] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Replaces all values. */
  reset(values: Float64Array<ArrayBuffer> = new Float64Array()): void {
    const sorted = values.toSorted();
    this.#length = sorted.length;
    this.#blocks = [];
    for (let start = 0; start < sorted.length; start += maxBlockLength / 2)
      this.#blocks.push([...sorted.subarray(start, start + maxBlockLength / 2)]);
  }

  add(value: number): void {
    this.#length++;
    const index = Math.min(this.#findBlock(value), Math.max(0, this.#blocks.length - 1));
    const block = this.#blocks[index];
    if (!block) {
      this.#blocks.push([value]);
      return;
    }
    block.splice(findPosition(block, value), 0, value);
    if (block.length > maxBlockLength) this.#blocks.splice(index + 1, 0, block.splice(maxBlockLength / 2));
  }

  /** Removes one of the values that equal `value`, which must exist. */
  remove(value: number): void {
    this.#length--;
    const index = this.#findBlock(value);
    const block = this.#blocks[index] ?? [];
    block.splice(findPosition(block, value), 1);
    if (block.length === 0) this.#blocks.splice(index, 1);
  }

  /** Returns the value at an index in ascending order. NaN if there is none. */
  at(index: number): number {
    let remaining = index;
    for (const block of this.#blocks) {
      if (remaining < block.length) return block[remaining] ?? Number.NaN;
      remaining -= block.length;
    }
    return Number.NaN;
  }

  /** Returns the index of the first block that ends with this value or a higher one. */
  #findBlock(value: number): number {
    return findFirstIndex(this.#blocks.length, (index) => (this.#blocks[index]?.at(-1) ?? 0) >= value);
  }
}

const findPosition = (block: readonly number[], value: number): number =>
  findFirstIndex(block.length, (index) => (block[index] ?? 0) >= value);

/** Returns the index of a percentile (from 0 to 1) of sorted values: that of the lowest value that this part doesn't exceed. */
export function findPercentileIndex(count: number, part: number): number {
  return Math.max(0, Math.ceil(count * part) - 1);
}
