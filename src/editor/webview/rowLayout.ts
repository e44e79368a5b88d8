import { findFirstIndex } from './binarySearch.ts';

/** In CSS pixels. Browsers limit the height of elements to 2^25 px, divided by the device pixel ratio and the zoom. */
const maxSpacerHeight = 8_000_000;

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

/**
 * Creates functions that convert between positions of the scroll bar and offsets in the list, in CSS pixels.
 * `totalHeight` is the height of the list, `viewHeight` the height of its visible part, and `end` the offset of the
 * view at the end of the list. If heights are estimated, `end` differs from `totalHeight - viewHeight`.
 */
export function createScrollMap(totalHeight: number, viewHeight: number, end: number) {
  const spacerHeight = Math.min(Math.max(totalHeight, viewHeight), maxSpacerHeight);
  const range = spacerHeight - viewHeight;
  const isExact = spacerHeight >= totalHeight && Math.abs(end - range) < 1;
  const ratio = end > 0 && range > 0 ? end / range : 1;
  return {
    /** The height of the scrolled element. */
    spacer: spacerHeight,
    /** Whether one pixel of the scroll bar is one pixel of the list. */
    isExact,
    /** Converts the offset at the top of the view to the position of the scroll bar. */
    toScrollTop: (offset: number) => (isExact ? offset : offset / ratio),
    /** Converts a position of the scroll bar to the offset at the top of the view. */
    toListOffset: (position: number) => (isExact ? position : Math.min(position * ratio, Math.max(end, 0))),
  };
}
