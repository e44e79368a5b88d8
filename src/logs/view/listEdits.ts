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
  const findInOld = indexItems(old);
  const keptItems = findLongestAscending(
    added.filter((item) => findInOld(item) >= 0),
    findInOld,
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

/** Number of items from which typed arrays are faster than a map. */
const manyItems = 4096;

/** Returns a function that returns the index of an item, or -1. Only the highest bit of an item isn't part of a slot. */
function indexItems(items: Uint32Array): (item: number) => number {
  if (items.length < manyItems) {
    const indexes = new Map(Array.from(items, (item, index) => [item, index] as const));
    return (item) => indexes.get(item) ?? -1;
  }
  const isSmall = (item: number) => (item & 0x7fffffff) < maxIndexedSlot;
  const size = items.reduce((most, item) => Math.max(most, isSmall(item) ? (item & 0x7fffffff) + 1 : 0), 0);
  const [low, high] = [new Uint32Array(size), new Uint32Array(size)];
  const getArray = (item: number) => (item >>> 31 === 0 ? low : high);
  items.forEach((item, index) => {
    if (isSmall(item)) getArray(item)[item & 0x7fffffff] = index + 1;
  });
  return (item) => (getArray(item)[item & 0x7fffffff] ?? 0) - 1;
}

/** Higher slots stand for removed rows, which no other list has. A store has at most two million rows. */
const maxIndexedSlot = 0x1000000;

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
