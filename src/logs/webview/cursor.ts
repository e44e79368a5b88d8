import type { ListEdit } from '../view/listEdits.ts';
import { shiftIndex } from '../view/listEdits.ts';

/** A row that is tracked across changes of its list. */
export interface TrackedRow {
  /** -1 if it's unknown, because the row was never in view. */
  readonly id: number;
  readonly time: number;
  /** -1 if the row isn't in the list, but can return. */
  readonly index: number;
  /** The row that this one represents in this list. For example, a header represents an entry. */
  readonly standsFor?: { readonly id: number; readonly time: number };
}

/** The active row, and the row where the selection began. The selection contains all rows between them. */
export interface ListCursor {
  readonly active: TrackedRow;
  readonly origin: TrackedRow;
}

/** Returns the first and last index of the selection. If only one end is in the list, it's both. */
export function toSelection(
  cursor: ListCursor | undefined,
): { readonly first: number; readonly last: number } | undefined {
  if (!cursor) return undefined;
  const ends = [cursor.active.index, cursor.origin.index].filter((index) => index >= 0);
  if (ends.length === 0) return undefined;
  return { first: Math.min(...ends), last: Math.max(...ends) };
}

/** Returns the row after a change of the list, or `undefined` if it was removed. */
export function moveTrackedRow(mark: TrackedRow, edits: readonly ListEdit[]): TrackedRow | undefined {
  if (mark.index < 0) return mark;
  const { index, isGone } = shiftIndex(mark.index, edits);
  return isGone ? undefined : { ...mark, index };
}

/** Returns the cursor after a change of the list. If one end was removed, the other one replaces it. */
export function mapCursor(
  cursor: ListCursor | undefined,
  move: (mark: TrackedRow) => TrackedRow | undefined,
): ListCursor | undefined {
  if (!cursor) return undefined;
  const [active, origin] = [move(cursor.active), move(cursor.origin)];
  const left = active ?? origin;
  return left && { active: left, origin: origin ?? left };
}
