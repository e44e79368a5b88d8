import { findFirstIndex } from './binarySearch.ts';

/**
 * Where rows are, in pixels from the top of the list: `count` of the same height, but for a few expanded ones. `heights`:
 * by index, in pixels.
 */
export function createRowLayout(count: number, rowHeight: number, heights: ReadonlyMap<number, number>) {
  const tall = [...heights].filter(([index]) => index < count).sort(([a], [b]) => a - b);
  const indices = tall.map(([index]) => index);
  /** Extra pixels of the first n expanded rows. */
  const extras = [0];
  for (const [, height] of tall) extras.push((extras.at(-1) ?? 0) + height - rowHeight);

  /** Top of the row; of the end for the index after the last one. */
  function offsetOf(index: number): number {
    const expandedAbove = findFirstIndex(indices.length, (position) => (indices[position] ?? 0) >= index);
    return index * rowHeight + (extras[expandedAbove] ?? 0);
  }

  /** The row at this offset; the nearest one when it is outside. -1 when there are no rows. */
  function indexAt(offset: number): number {
    const next = findFirstIndex(count, (index) => offsetOf(index) > offset);
    return Math.min(Math.max(next - 1, 0), count - 1);
  }

  return { total: offsetOf(count), offsetOf, indexAt };
}
