/** The place of the view: pixels of the row `index` that lie above it. Negative at row 0: of what is above that. */
export interface Position {
  readonly index: number;
  readonly offset: number;
}

/** A list whose rows have heights in pixels, known or estimated. */
export interface Rows {
  readonly count: number;
  /** Height of what is above the first row, and below the last one. */
  readonly head: number;
  readonly foot: number;
  heightOf(index: number): number;
}

/** Where the first row is at the top, with what is above it. */
export function startOf({ head }: Rows): Position {
  return { index: 0, offset: -head };
}

/** The place from which the list's end is in view, or all of it. */
export function endOf(rows: Rows, view: number): Position {
  let left = view - rows.foot;
  for (let index = rows.count - 1; index >= 0; index--) {
    const height = rows.heightOf(index);
    if (height >= left) return { index, offset: height - left };
    left -= height;
  }
  return { index: 0, offset: -Math.min(left, rows.head) };
}

/** The place `delta` pixels further down (up if negative), within the list. */
export function walk(rows: Rows, from: Position, delta: number, view: number): Position {
  return clamp(rows, step(rows, from, delta), view);
}

/** As `walk`, but a view there may reach beyond the list. */
export function step(rows: Rows, from: Position, delta: number): Position {
  let { index } = from;
  let offset = from.offset + delta;
  while (offset < 0 && index > 0) offset += rows.heightOf(--index);
  while (index < rows.count - 1 && offset >= rows.heightOf(index)) offset -= rows.heightOf(index++);
  return { index, offset };
}

/** The nearest place that shows no void above the list or below it. */
export function clamp(rows: Rows, position: Position, view: number): Position {
  const [start, end] = [startOf(rows), endOf(rows, view)];
  if (isBefore(position, start)) return start;
  return isBefore(end, position) ? end : position;
}

export function isBefore(a: Position, b: Position): boolean {
  return a.index < b.index || (a.index === b.index && a.offset < b.offset);
}
