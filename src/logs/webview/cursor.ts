import type { ListEdit } from '../view/listEdits.ts';
import { shiftIndex } from '../view/listEdits.ts';

/** A row that is followed through the changes of its list. */
export interface TrackedRow {
  /** -1: not known, as it was never in view. */
  readonly id: number;
  readonly time: number;
  /** -1: it isn't in the list, but may come back. */
  readonly index: number;
  /** In this list the row stands for another one, such as a head for one of its entries. */
  readonly standsFor?: { readonly id: number; readonly time: number };
}

/** The active row, and the row where a selection began; the selection is all between them. */
export interface ListCursor {
  readonly active: TrackedRow;
  readonly origin: TrackedRow;
}

/** The first and last index of the selection; an end that isn't in the list gives way to the other. */
export function toSelection(
  cursor: ListCursor | undefined,
): { readonly first: number; readonly last: number } | undefined {
  if (!cursor) return undefined;
  const ends = [cursor.active.index, cursor.origin.index].filter((index) => index >= 0);
  if (ends.length === 0) return undefined;
  return { first: Math.min(...ends), last: Math.max(...ends) };
}

/** The mark after the list has changed; undefined when its row is gone. */
export function moveTrackedRow(mark: TrackedRow, edits: readonly ListEdit[]): TrackedRow | undefined {
  if (mark.index < 0) return mark;
  const { index, isGone } = shiftIndex(mark.index, edits);
  return isGone ? undefined : { ...mark, index };
}

/** The cursor after the list has changed: an end that is gone gives way to the other. */
export function mapCursor(
  cursor: ListCursor | undefined,
  move: (mark: TrackedRow) => TrackedRow | undefined,
): ListCursor | undefined {
  if (!cursor) return undefined;
  const [active, origin] = [move(cursor.active), move(cursor.origin)];
  const left = active ?? origin;
  return left && { active: left, origin: origin ?? left };
}
