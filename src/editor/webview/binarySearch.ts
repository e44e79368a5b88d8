/**
 * Returns the first index from `from` to below `count` for which `isReached` is true, or `count`. `isReached` must be true for
 * all later indexes.
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
