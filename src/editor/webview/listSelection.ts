import type { ListView } from './listView.ts';
import { type Move, moveIndex } from './moves.ts';

/** A range of indexes, both ends included. */
export interface IndexRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The active row of a list, and the selected rows: all rows from the anchor, where the selection began, to the active
 * row. `Row` identifies a row. Rows that aren't in the list can be active or the anchor, because they can return.
 */
export class ListSelection<Row> {
  readonly #getIndex: (row: Row) => number;
  #ends: { readonly active: Row; readonly anchor: Row } | undefined;

  /** `getIndex` returns the current index of a row, or -1 if the row isn't in the list. */
  constructor(getIndex: (row: Row) => number) {
    this.#getIndex = getIndex;
  }

  get active(): Row | undefined {
    return this.#ends?.active;
  }

  /** The row where the selection began. */
  get anchor(): Row | undefined {
    return this.#ends?.anchor;
  }

  /** Index of the active row. -1 if there is none, or if it isn't in the list. */
  get activeIndex(): number {
    return this.#ends ? this.#getIndex(this.#ends.active) : -1;
  }

  /** The selected rows. If only one end is in the list, only that row is selected. `undefined` if none is. */
  get range(): IndexRange | undefined {
    if (!this.#ends) return undefined;
    const indexes = [this.#getIndex(this.#ends.active), this.#getIndex(this.#ends.anchor)].filter(
      (index) => index >= 0,
    );
    return indexes.length === 0 ? undefined : { first: Math.min(...indexes), last: Math.max(...indexes) };
  }

  /** Makes a row active. The selection extends from the anchor to this row, or consists of this row only. */
  select(row: Row, isExtending = false): void {
    this.#ends = { active: row, anchor: isExtending ? (this.#ends?.anchor ?? row) : row };
  }

  clear(): void {
    this.#ends = undefined;
  }

  /**
   * Must be called after rows were replaced or removed. `update` returns the new row, or `undefined` if the row was
   * removed. If one end was removed, the other one replaces it.
   */
  update(update: (row: Row) => Row | undefined): void {
    if (!this.#ends) return;
    const [active, anchor] = [update(this.#ends.active), update(this.#ends.anchor)];
    const remaining = active ?? anchor;
    this.#ends = remaining === undefined ? undefined : { active: remaining, anchor: anchor ?? remaining };
  }
}

/** Shows in the element of a row whether the row is active and whether it's selected. */
export function drawSelection(
  root: HTMLElement,
  index: number,
  { activeIndex, range }: Pick<ListSelection<unknown>, 'activeIndex' | 'range'>,
): void {
  root.classList.toggle('active', index === activeIndex);
  root.ariaSelected = String(range !== undefined && index >= range.first && index <= range.last);
}

/** Reports the active row to screen readers. `rowId` is the ID of its element, or `undefined` if it isn't drawn. */
export function setActiveDescendant(grid: HTMLElement, rowId: string | undefined): void {
  if (rowId === undefined) grid.removeAttribute('aria-activedescendant');
  else grid.setAttribute('aria-activedescendant', rowId);
}

/**
 * Calls `select` when a row is pressed with the primary button, unless the target is a button or a link. With Shift,
 * `isExtending` is true. Runs before the list gets the focus.
 */
export function listenToRowPresses<Row>(
  host: HTMLElement,
  findRow: (element: Element) => Row | undefined,
  select: (row: Row, isExtending: boolean) => void,
): void {
  host.addEventListener('mousedown', (event) => {
    const { target, button, shiftKey } = event;
    if (button !== 0 || !(target instanceof Element) || target.closest('button, a')) return;
    const row = findRow(target);
    if (row === undefined) return;
    select(row, shiftKey);
    // Prevents a selection of the text between two presses.
    if (shiftKey) event.preventDefault();
  });
}

/**
 * Returns the index of the row that a key makes active. If no row in the list is active (-1), an arrow key goes to the
 * last row that is entirely visible.
 */
export function findMoveTarget(
  move: Move,
  activeIndex: number,
  length: number,
  view: Pick<ListView, 'getLastWholeRow' | 'countRowsInPage'>,
): number {
  if (activeIndex >= 0) return moveIndex(activeIndex, move, length, view.countRowsInPage(activeIndex, move));
  const start = view.getLastWholeRow();
  if (move === 'up' || move === 'down') return start;
  return moveIndex(start, move, length, view.countRowsInPage(start, move));
}
