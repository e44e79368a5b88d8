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
 * Returns the edits that convert `previous` to `next`. Items are unique. From the first item whose order differs, all
 * items are replaced, except for those at the end of both lists.
 */
export function diffLists(previous: Uint32Array, next: Uint32Array): ListEdit[] {
  let start = 0;
  const shortest = Math.min(previous.length, next.length);
  while (start < shortest && previous[start] === next[start]) start++;
  let tail = 0;
  while (tail < shortest - start && previous.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const old = previous.subarray(start, previous.length - tail);
  const added = next.subarray(start, next.length - tail);
  const inOld = new Set(old);
  const inAdded = new Set(added);
  const edits: ListEdit[] = [];
  let [from, to] = [0, 0];
  while (from < old.length || to < added.length) {
    const [fromStart, toStart] = [from, to];
    while (from < old.length && !inAdded.has(old[from] ?? 0)) from++;
    while (to < added.length && !inOld.has(added[to] ?? 0)) to++;
    if (old[from] !== added[to]) [from, to] = [old.length, added.length];
    if (from > fromStart || to > toStart) {
      edits.push({ at: start + toStart, removed: from - fromStart, inserted: to - toStart });
    }
    from++;
    to++;
  }
  return edits;
}
