import { createElement } from '../../editor/webview/dom.ts';
import { createListElements, measureRowHeight } from '../../editor/webview/listElements.ts';
import {
  drawSelection,
  findMoveTarget,
  ListSelection,
  listenToRowPresses,
  setActiveDescendant,
} from '../../editor/webview/listSelection.ts';
import { createListView, type ListView } from '../../editor/webview/listView.ts';
import type { Move } from '../../editor/webview/moves.ts';
import { createRenderedRows } from '../../editor/webview/renderedRows.ts';
import type { TunnelPageTexts } from '../page/pageTexts.ts';
import type { RequestRow } from '../page/protocol.ts';
import { createRequestRowFactory, type RequestRowElement } from './requestRow.ts';
import type { RequestRows } from './requestRows.ts';

interface RequestListOptions {
  readonly texts: TunnelPageTexts;
  readonly language: string;
  readonly rows: RequestRows;
  /** Returns the pattern that is highlighted in rows. */
  readonly highlight: () => RegExp | undefined;
  /** Called when another request becomes active. */
  readonly onSelect: (id: number) => void;
  /** Called when the view moves. */
  readonly onMove: () => void;
}

/** Number of rows that are drawn above and below the view, so that scrolling shows no empty rows before the next frame. */
const overscan = 6;
const noExpandedRows = new Map<number, number>();

/** The virtual list of requests with its active row. Requests are identified by ID. */
export class RequestList {
  readonly root: HTMLElement;
  /** The element with the keyboard focus. */
  readonly grid: HTMLElement;
  /** The element for the button that scrolls to the end. */
  readonly scrollToEndElement = createElement('div', 'below');
  readonly #options: RequestListOptions;
  readonly #emptyNote = createElement('p', 'empty quiet');
  readonly #view: ListView;
  readonly #drawnRows: ReturnType<typeof createRenderedRows<RequestRow, RequestRowElement>>;
  readonly #selection = new ListSelection<number>((id) => this.#options.rows.indexOf(id));

  constructor(options: RequestListOptions) {
    const { texts, language, rows, highlight } = options;
    this.#options = options;
    const elements = createListElements(texts.requests);
    const { grid, rowContainer, scroller } = elements;
    // Nothing can be loaded above the first row.
    elements.contentAbove.classList.add('none');
    grid.classList.add('list');
    grid.dataset['key'] = 'requests';
    // Only one request can be selected.
    grid.ariaMultiSelectable = 'false';
    const rowHeight = measureRowHeight(document.body);
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
    this.#drawnRows = createRenderedRows(
      rowContainer,
      createRequestRowFactory(texts, language),
      (element, row: RequestRow) => element.show(row, highlight()),
    );
    new ResizeObserver(() => {
      this.#view.resize();
      this.draw();
    }).observe(scroller);
    listenToRowPresses(
      rowContainer,
      (element) => this.#drawnRows.findItem(element)?.id,
      (id) => this.#goTo(rows.indexOf(id)),
    );
  }

  get isAtEnd(): boolean {
    return this.#view.isAtEnd;
  }

  /** The ID of the active request. */
  get active(): number | undefined {
    return this.#selection.active;
  }

  draw(): void {
    const { rows, texts, onMove } = this.#options;
    const { first, last } = this.#view.getVisibleRange(overscan);
    const ids = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) =>
      rows.idAt(first + offset),
    );
    this.#drawnRows.show(
      ids.flatMap((id) => rows.get(id) ?? []),
      (element, position) => {
        element.ariaRowIndex = String(first + position + 1);
        drawSelection(element, first + position, this.#selection);
      },
    );
    this.#view.placeRows(first);
    this.grid.ariaRowCount = String(rows.length);
    const { active } = this.#selection;
    const isActiveDrawn = active !== undefined && this.#drawnRows.has(active);
    setActiveDescendant(this.grid, isActiveDrawn ? `request-${active}` : undefined);
    this.#emptyNote.hidden = rows.length > 0;
    this.#emptyNote.textContent = rows.count > 0 ? texts.noMatchingRequests : texts.noRequests;
    onMove();
  }

  /** Draws all rows again. Called when another text is highlighted. */
  redraw(): void {
    this.#drawnRows.invalidateAll();
    this.draw();
  }

  /** Updates the list after its rows have changed. With `isActiveKeptInView`, the active row stays in view. */
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

  /** Makes a request active, and reveals it if it's visible. */
  show(id: number): void {
    const index = this.#options.rows.indexOf(id);
    if (index >= 0) this.#goTo(index);
    else {
      this.#selection.select(id);
      this.draw();
      this.#options.onSelect(id);
    }
  }

  move(move: Move): void {
    const { length } = this.#options.rows;
    if (length > 0) this.#goTo(findMoveTarget(move, this.#selection.activeIndex, length, this.#view));
  }

  scrollToEnd(): void {
    this.#view.follow();
    this.draw();
  }

  #goTo(index: number): void {
    const id = this.#options.rows.idAt(index);
    this.#selection.select(id);
    this.#view.reveal(index);
    this.#view.followIfAtEnd();
    this.draw();
    this.#options.onSelect(id);
  }
}
