import { findFirstIndex } from './binarySearch.ts';

/**
 * Creates functions for the positions of `count` rows, in pixels from the top of the first row. All rows have the
 * height `rowHeight`, except expanded ones, whose heights are in `expandedHeights` by index.
 */
export function createRowLayout(
  count: number,
  rowHeight: number,
  expandedHeights: ReadonlyMap<number, number>,
) {
  const expandedRows = [...expandedHeights].filter(([index]) => index < count).sort(([a], [b]) => a - b);
  const indexes = expandedRows.map(([index]) => index);
  /** At index n: the additional height of the first n expanded rows. */
  const extraHeights = [0];
  for (const [, height] of expandedRows) {
    extraHeights.push((extraHeights.at(-1) ?? 0) + height - rowHeight);
  }

  /** Returns the top of a row. For the index `count`, returns the end of the last row. */
  function getRowTop(index: number): number {
    const expandedAbove = findFirstIndex(indexes.length, (position) => (indexes[position] ?? 0) >= index);
    return index * rowHeight + (extraHeights[expandedAbove] ?? 0);
  }

  /** Returns the index of the row at an offset, or of the nearest row. Returns -1 if there are no rows. */
  function findRowAt(offset: number): number {
    const next = findFirstIndex(count, (index) => getRowTop(index) > offset);
    return Math.min(Math.max(next - 1, 0), count - 1);
  }

  return { totalHeight: getRowTop(count), offsetOf: getRowTop, indexAt: findRowAt };
}
