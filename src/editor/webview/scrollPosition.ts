/** The place of the view: pixels of the row `index` that lie above it. Negative at row 0: of what is above that. */
export interface ScrollPosition {
  readonly index: number;
  readonly offset: number;
}

/** A list whose rows have heights in pixels, known or estimated. */
export interface RowHeights {
  readonly count: number;
  /** Height of what is above the first row, and below the last one. */
  readonly head: number;
  readonly foot: number;
  heightOf(index: number): number;
}

/** Where the first row is at the top, with what is above it. */
export function startPosition({ head }: RowHeights): ScrollPosition {
  return { index: 0, offset: -head };
}

/** The place from which the list's end is in view, or all of it. */
export function endPosition(rows: RowHeights, view: number): ScrollPosition {
  let left = view - rows.foot;
  for (let index = rows.count - 1; index >= 0; index--) {
    const height = rows.heightOf(index);
    if (height >= left) return { index, offset: height - left };
    left -= height;
  }
  return { index: 0, offset: -Math.min(left, rows.head) };
}

/** The place `delta` pixels further down (up if negative), within the list. */
export function movePosition(
  rows: RowHeights,
  from: ScrollPosition,
  delta: number,
  view: number,
): ScrollPosition {
  return clampPosition(rows, movePositionUnclamped(rows, from, delta), view);
}

/** As `walk`, but a view there may reach beyond the list. */
export function movePositionUnclamped(rows: RowHeights, from: ScrollPosition, delta: number): ScrollPosition {
  let { index } = from;
  let offset = from.offset + delta;
  while (offset < 0 && index > 0) offset += rows.heightOf(--index);
  while (index < rows.count - 1 && offset >= rows.heightOf(index)) offset -= rows.heightOf(index++);
  return { index, offset };
}

/** The nearest place that shows no void above the list or below it. */
export function clampPosition(rows: RowHeights, position: ScrollPosition, view: number): ScrollPosition {
  const [start, end] = [startPosition(rows), endPosition(rows, view)];
  if (isBefore(position, start)) return start;
  return isBefore(end, position) ? end : position;
}

export function isBefore(a: ScrollPosition, b: ScrollPosition): boolean {
  return a.index < b.index || (a.index === b.index && a.offset < b.offset);
}
