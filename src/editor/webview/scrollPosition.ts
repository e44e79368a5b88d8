/**
 * The position of the view in a list: the first `offset` pixels of the row `index` are above the view. If `index` is 0,
 * a negative offset means that content above the rows is visible.
 */
export interface ScrollPosition {
  readonly index: number;
  readonly offset: number;
}

/** The rows of a list and their heights in pixels, known or estimated. */
export interface RowHeights {
  readonly count: number;
  /** The height of the content above the first row. */
  readonly headHeight: number;
  /** The height of the content below the last row. */
  readonly footHeight: number;
  getRowHeight(index: number): number;
}

/** Returns the position at which the content above the first row is visible. */
export function getStartPosition({ headHeight }: RowHeights): ScrollPosition {
  return { index: 0, offset: -headHeight };
}

/** Returns the position at which the end of the list, or the whole list, is visible. */
export function getEndPosition(rows: RowHeights, viewHeight: number): ScrollPosition {
  let remaining = viewHeight - rows.footHeight;
  for (let index = rows.count - 1; index >= 0; index--) {
    const height = rows.getRowHeight(index);
    if (height >= remaining) return { index, offset: height - remaining };
    remaining -= height;
  }
  return { index: 0, offset: -Math.min(remaining, rows.headHeight) };
}

/** Returns the position `delta` pixels below `from`, or above if `delta` is negative, but not beyond the list. */
export function movePosition(
  rows: RowHeights,
  from: ScrollPosition,
  delta: number,
  viewHeight: number,
): ScrollPosition {
  return clampPosition(rows, movePositionUnclamped(rows, from, delta), viewHeight);
}

/** Returns the position `delta` pixels below `from`, even if the view then extends beyond the list. */
export function movePositionUnclamped(rows: RowHeights, from: ScrollPosition, delta: number): ScrollPosition {
  let { index } = from;
  let offset = from.offset + delta;
  while (offset < 0 && index > 0) offset += rows.getRowHeight(--index);
  while (index < rows.count - 1 && offset >= rows.getRowHeight(index)) offset -= rows.getRowHeight(index++);
  return { index, offset };
}

/** Returns the nearest position at which the view doesn't extend beyond the list. */
export function clampPosition(
  rows: RowHeights,
  position: ScrollPosition,
  viewHeight: number,
): ScrollPosition {
  const [start, end] = [getStartPosition(rows), getEndPosition(rows, viewHeight)];
  if (isBefore(position, start)) return start;
  return isBefore(end, position) ? end : position;
}

export function isBefore(a: ScrollPosition, b: ScrollPosition): boolean {
  return a.index < b.index || (a.index === b.index && a.offset < b.offset);
}
