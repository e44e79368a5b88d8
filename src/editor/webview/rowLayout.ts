import { findFirstIndex } from './binarySearch.ts';

/**
 * Computes the positions of rows, in pixels from the top of the list. All `count` rows have the same height, except
 * expanded ones, whose heights are in `heights` by index.
 */
export function createRowLayout(count: number, rowHeight: number, heights: ReadonlyMap<number, number>) {
  const tall = [...heights].filter(([index]) => index < count).sort(([a], [b]) => a - b);
  const indices = tall.map(([index]) => index);
  /** The additional pixels of the first n expanded rows. */
  const extras = [0];
  for (const [, height] of tall) extras.push((extras.at(-1) ?? 0) + height - rowHeight);

  /** Returns the top of a row, or the end of the list for the index after the last one. */
  function getRowTop(index: number): number {
    const expandedAbove = findFirstIndex(indices.length, (position) => (indices[position] ?? 0) >= index);
    return index * rowHeight + (extras[expandedAbove] ?? 0);
  }

  /** Returns the row at an offset, or the nearest one if there is none. -1 if the list is empty. */
  function findRowAt(offset: number): number {
    const next = findFirstIndex(count, (index) => getRowTop(index) > offset);
    return Math.min(Math.max(next - 1, 0), count - 1);
  }

  return { totalHeight: getRowTop(count), offsetOf: getRowTop, indexAt: findRowAt };
}
