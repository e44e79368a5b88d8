/**
 * The position of the view: `offset` is the number of pixels of row `index` that are above it. At row 0, a negative
 * offset shows the content above.
 */
export interface ScrollPosition {
  readonly index: number;
  readonly offset: number;
}

/** The rows of a list and their heights in pixels, known or estimated. */
export interface RowHeights {
  readonly count: number;
  /** The heights of the content above the first row and below the last one. */
  readonly headHeight: number;
  readonly footHeight: number;
  getRowHeight(index: number): number;
}

/** Returns the position at the start of the list, with the content above the first row. */
export function getStartPosition({ headHeight }: RowHeights): ScrollPosition {
  return { index: 0, offset: -headHeight };
}

/** Returns the position at which the end of the list, or the whole list, is visible. */
export function getEndPosition(rows: RowHeights, view: number): ScrollPosition {
  let remaining = view - rows.footHeight;
  for (let index = rows.count - 1; index >= 0; index--) {
    const height = rows.getRowHeight(index);
    if (height >= remaining) return { index, offset: height - remaining };
    remaining -= height;
  }
  return { index: 0, offset: -Math.min(remaining, rows.headHeight) };
}

/** Returns the position `delta` pixels down (up if negative), within the list. */
export function movePosition(
  rows: RowHeights,
  from: ScrollPosition,
  delta: number,
  view: number,
): ScrollPosition {
  return clampPosition(rows, movePositionUnclamped(rows, from, delta), view);
}

/** Returns the position `delta` pixels down, even if the view then extends beyond the list. */
export function movePositionUnclamped(rows: RowHeights, from: ScrollPosition, delta: number): ScrollPosition {
  let { index } = from;
  let offset = from.offset + delta;
  while (offset < 0 && index > 0) offset += rows.getRowHeight(--index);
  while (index < rows.count - 1 && offset >= rows.getRowHeight(index)) offset -= rows.getRowHeight(index++);
  return { index, offset };
}

/** Returns the nearest position without empty space above or below the list. */
export function clampPosition(rows: RowHeights, position: ScrollPosition, view: number): ScrollPosition {
  const [start, end] = [getStartPosition(rows), getEndPosition(rows, view)];
  if (isBefore(position, start)) return start;
  return isBefore(end, position) ? end : position;
}

export function isBefore(a: ScrollPosition, b: ScrollPosition): boolean {
  return a.index < b.index || (a.index === b.index && a.offset < b.offset);
}
