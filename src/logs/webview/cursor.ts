import type { LogRow } from '../logRow.ts';

/** The active row, and the row where a selection began; the selection is all between them. */
export interface Cursor {
  readonly active: LogRow;
  readonly origin: LogRow;
}

export type Move = 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last';

/** The index that a move leads to, among `count` rows. `page`: rows in view. */
export function moveIndex(index: number, move: Move, count: number, page: number): number {
  const steps: Record<Move, number> = {
    up: index - 1,
    down: index + 1,
    pageUp: index - page,
    pageDown: index + page,
    first: 0,
    last: count - 1,
  };
  return Math.max(0, Math.min(steps[move], count - 1));
}

/** The ends of the selection as indices, in order; an end that is not shown any more gives way to the other. */
export function selectionOf(
  cursor: Cursor | undefined,
  indexOf: (row: LogRow) => number,
): { readonly first: number; readonly last: number } | undefined {
  if (!cursor) return undefined;
  const ends = [indexOf(cursor.active), indexOf(cursor.origin)].filter((index) => index >= 0);
  return ends.length === 0 ? undefined : { first: Math.min(...ends), last: Math.max(...ends) };
}
