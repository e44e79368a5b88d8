import { findFirstIndex } from '../../editor/webview/binarySearch.ts';

/**
 * A change of a list: at index `at`, `removed` items are replaced by `inserted` items. In a sequence of edits, each one
 * refers to the list after the previous one.
 */
export interface ListEdit {
  readonly at: number;
  readonly removed: number;
  readonly inserted: number;
}

/** Returns the index of an item after the edits. If the item was removed, returns the position where it was removed. */
export function shiftIndex(index: number, edits: readonly ListEdit[]): { index: number; isGone: boolean } {
  let current = index;
  let isGone = false;
  for (const edit of edits) {
    if (current >= edit.at + edit.removed) {
      current += edit.inserted - edit.removed;
    } else if (current >= edit.at) {
      current = edit.at;
      isGone = true;
    }
  }
  return { index: current, isGone };
}

/**
 * Returns the edits that convert `previous` to `next`. Items are unique. As many common items as possible stay, and the
 * others are removed and inserted again.
 */
export function diffLists(previous: Uint32Array, next: Uint32Array): ListEdit[] {
  let start = 0;
  const shortest = Math.min(previous.length, next.length);
  while (start < shortest && previous[start] === next[start]) start++;
  let tail = 0;
  while (tail < shortest - start && previous.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const old = previous.subarray(start, previous.length - tail);
  const added = next.subarray(start, next.length - tail);
  const inAdded = new Set(added);
  const oldIndexes = new Map<number, number>();
  for (const [index, item] of old.entries()) if (inAdded.has(item)) oldIndexes.set(item, index);
  const keptItems = findLongestAscending(
    added.filter((item) => oldIndexes.has(item)),
    (item) => oldIndexes.get(item) ?? 0,
  );
  const edits: ListEdit[] = [];
  let [from, to] = [0, 0];
  for (let kept = 0; kept <= keptItems.length; kept++) {
    const [fromStart, toStart] = [from, to];
    const item = keptItems[kept];
    while (from < old.length && old[from] !== item) from++;
    while (to < added.length && added[to] !== item) to++;
    if (from > fromStart || to > toStart) {
      edits.push({ at: start + toStart, removed: from - fromStart, inserted: to - toStart });
    }
    from++;
    to++;
  }
  return edits;
}

/** Returns the most items, in order, whose keys ascend. The keys are distinct. */
function findLongestAscending(items: Uint32Array, getKey: (item: number) => number): Uint32Array {
  const keys = Uint32Array.from(items, getKey);
  if (keys.every((key, index) => index === 0 || key > (keys[index - 1] ?? 0))) return items;
  /** The index of the item that ends the best sequence of each length, which is the position plus 1. */
  const ends: number[] = [];
  const predecessors = new Int32Array(items.length);
  keys.forEach((key, index) => {
    const position = findFirstIndex(ends.length, (length) => (keys[ends[length] ?? 0] ?? 0) > key);
    predecessors[index] = ends[position - 1] ?? -1;
    ends[position] = index;
  });
  const longest = new Uint32Array(ends.length);
  let index = ends.at(-1) ?? -1;
  for (let position = ends.length - 1; position >= 0; position--) {
    longest[position] = items[index] ?? 0;
    index = predecessors[index] ?? -1;
  }
  return longest;
}
