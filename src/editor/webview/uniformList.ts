import { createElement } from './dom.ts';
import { createListElements, measureRowHeight } from './listElements.ts';
import {
  drawSelection,
  findMoveTarget,
  ListSelection,
  listenToRowPresses,
  setActiveDescendant,
} from './listSelection.ts';
import { createListView, type ListView } from './listView.ts';
import type { Move } from './moves.ts';
import { createRenderedRows } from './renderedRows.ts';

interface UniformListOptions<
  Item extends { readonly id: number },
  Row extends { readonly root: HTMLElement },
> {
  /** The accessible name. */
  readonly label: string;
  /** Identifies the list among the elements of a page, so that it keeps the focus. */
  readonly key: string;
  /** The beginning of the ID of each row element, which ends with the ID of its item. */
  readonly rowIdPrefix: string;
  readonly isMultiSelectable: boolean;
  /** Space in each row in addition to the height of a line, in pixels. */
  readonly rowSpacePx: number;
  /** The items in the order of the rows. `indexOf` returns -1 for an item that isn't listed. */
  readonly rows: {
    readonly length: number;
    idAt(index: number): number;
    indexOf(id: number): number;
  };
  readonly createRow: () => Row;
  readonly showItem: (row: Row, item: Item) => void;
  /** Returns the items for a range of rows that are about to be drawn, both ends included. */
  readonly getItems: (first: number, last: number) => readonly Item[];
  /** Returns the text in place of the rows. `undefined`: there is none. */
  readonly getEmptyText: () => string | undefined;
  /** Called when another item becomes active. */
  readonly onSelect: (id: number) => void;
  /** Called when the view moves. */
  readonly onMove: () => void;
}

/** Number of rows that are drawn above and below the view, so that scrolling shows no empty rows before the next frame. */
const overscan = 6;
const noExpandedRows = new Map<number, number>();

/** A virtual list whose rows have the same height, with its selection. Items are identified by ID. */
export class UniformList<Item extends { readonly id: number }, Row extends { readonly root: HTMLElement }> {
  readonly root: HTMLElement;
  /** The element with the keyboard focus. */
  readonly grid: HTMLElement;
  /** The element for the button that scrolls to the end. */
  readonly scrollToEndElement = createElement('div', 'below');
  readonly #options: UniformListOptions<Item, Row>;
  readonly #emptyNote = createElement('p', 'empty quiet');
  readonly #view: ListView;
  readonly #drawnRows: ReturnType<typeof createRenderedRows<Item, Row>>;
  readonly #selection = new ListSelection<number>((id) => this.#options.rows.indexOf(id));

  constructor(options: UniformListOptions<Item, Row>) {
    const { label, key, isMultiSelectable, rowSpacePx, rows, createRow, showItem } = options;
    this.#options = options;
    const elements = createListElements(label);
    const { grid, rowContainer, scroller } = elements;
    // Nothing can be loaded above the first row.
    elements.contentAbove.classList.add('none');
    grid.classList.add('list');
    grid.dataset['key'] = key;
    grid.ariaMultiSelectable = String(isMultiSelectable);
    const rowHeight = measureRowHeight(document.body) + rowSpacePx;
    this.grid = grid;
    this.root = createElement('div', 'view', {}, scroller, this.#emptyNote, this.scrollToEndElement);
    this.root.style.setProperty('--row-height', `${rowHeight}px`);
    this.#view = createListView({
      ...elements,
      rowHeight,
      items: rows,
      onScroll: () => this.draw(),
      getRowHeight: () => rowHeight,
      getExpandedHeights: () => noExpandedRows,
    });
    this.#drawnRows = createRenderedRows(rowContainer, createRow, showItem);
    new ResizeObserver(() => {
      this.#view.resize();
      this.draw();
    }).observe(scroller);
    listenToRowPresses(
      rowContainer,
      (element) => this.#drawnRows.findItem(element)?.id,
      (id, isExtending) => this.#goTo(rows.indexOf(id), isExtending && isMultiSelectable),
    );
  }

  get isAtEnd(): boolean {
    return this.#view.isAtEnd;
  }

  /** The ID of the active item. */
  get active(): number | undefined {
    return this.#selection.active;
  }

  /** The IDs of the selected items. */
  get selected(): readonly number[] {
    const { range } = this.#selection;
    if (!range) return [];
    const { first, last } = range;
    return Array.from({ length: last - first + 1 }, (_, offset) => this.#options.rows.idAt(first + offset));
  }

  draw(): void {
    const { rows, rowIdPrefix, getItems, getEmptyText, onMove } = this.#options;
    const { first, last } = this.#view.getVisibleRange(overscan);
    this.#drawnRows.show(getItems(first, last), (element, position) => {
      element.ariaRowIndex = String(first + position + 1);
      drawSelection(element, first + position, this.#selection);
    });
    this.#view.placeRows(first);
    this.grid.ariaRowCount = String(rows.length);
    const { active } = this.#selection;
    const isActiveDrawn = active !== undefined && this.#drawnRows.has(active);
    setActiveDescendant(this.grid, isActiveDrawn ? `${rowIdPrefix}${active}` : undefined);
    const emptyText = getEmptyText();
    this.#emptyNote.hidden = emptyText === undefined;
    this.#emptyNote.textContent = emptyText ?? '';
    onMove();
  }

  /** Updates the rows when they are drawn the next time. Called when something other than their items has changed. */
  invalidate(): void {
    this.#drawnRows.invalidateAll();
  }

  /** Updates the list after its rows have changed. With `isActiveKeptInView`, the active item stays in view. */
  update(isActiveKeptInView: boolean, removedRows = 0): void {
    if (removedRows > 0) this.#view.shift((index) => Math.max(0, index - removedRows));
    this.#view.layOut();
    const { activeIndex } = this.#selection;
    if (isActiveKeptInView && activeIndex >= 0 && !this.#view.isFollowing) this.#view.reveal(activeIndex);
    this.draw();
  }

  clearSelection(): void {
    this.#selection.clear();
  }

  /** Makes an item active, and reveals it if it's listed. */
  show(id: number): void {
    const index = this.#options.rows.indexOf(id);
    if (index >= 0) {
      this.#goTo(index);
      return;
    }
    this.#selection.select(id);
    this.draw();
    this.#options.onSelect(id);
  }

  move(move: Move, isExtending = false): void {
    const { length } = this.#options.rows;
    if (length === 0) return;
    this.#goTo(findMoveTarget(move, this.#selection.activeIndex, length, this.#view), isExtending);
  }

  selectAll(): void {
    const { rows } = this.#options;
    if (rows.length === 0) return;
    this.#selection.select(rows.idAt(0));
    this.#selection.select(rows.idAt(rows.length - 1), true);
    this.draw();
  }

  scrollToEnd(): void {
    this.#view.follow();
    this.draw();
  }

  #goTo(index: number, isExtending = false): void {
    const id = this.#options.rows.idAt(index);
    // Text that is selected with the mouse would hide the selection of rows.
    getSelection()?.removeAllRanges();
    this.#selection.select(id, isExtending);
    this.#view.reveal(index);
    this.#view.followIfAtEnd();
    this.draw();
    this.#options.onSelect(id);
  }
}
