/**
 * Returns the first index, at least `from`, for which `isReached` is true. Returns `count` if there is none below
 * `count`. If `isReached` is true for an index, it must be true for all later ones.
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
