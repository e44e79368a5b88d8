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
import type { InspectorTexts } from '../pageTexts.ts';
import type { MessageFinder } from './messageFinder.ts';
import type { MessageItem, MessageLineCache } from './messageLineCache.ts';
import { createMessageRowFactory, type MessageRow } from './messageRow.ts';

/** Space in each row in addition to the row height of other lists, for the bar of the duration. */
const rowSpacePx = 4;

interface MessageListOptions {
  readonly texts: InspectorTexts;
  readonly language: string;
  readonly rows: MessageFinder;
  readonly lines: MessageLineCache;
  /** Returns the pattern that is highlighted in a message. */
  readonly highlight: (matches: readonly string[] | undefined) => RegExp | undefined;
  /** Validates the responses of drawn rows. */
  readonly validate: (indexes: readonly number[]) => void;
  /** Called when another message becomes active. */
  readonly onSelect: (index: number) => void;
  /** Called when the view moves. */
  readonly onMove: () => void;
}

/** Number of rows that are drawn above and below the view, so that scrolling shows no empty rows before the next frame. */
const overscan = 6;
/** Number of lines that are requested beyond the drawn rows. */
const prefetchMargin = 40;
const noRowHeights = new Map<number, number>();

/** The virtual list of messages with its selection. Messages are identified by index. */
export class MessageList {
  readonly root: HTMLElement;
  /** The element with the keyboard focus. */
  readonly grid: HTMLElement;
  /** The element for the button that scrolls to the end. */
  readonly scrollToEndElement = createElement('div', 'below');
  readonly #options: MessageListOptions;
  readonly #rows: MessageFinder;
  readonly #emptyNote: HTMLElement;
  readonly #view: ListView;
  readonly #drawnRows: ReturnType<typeof createRenderedRows<MessageItem, MessageRow>>;
  /** The longest time between a request and its response, in milliseconds. */
  #slowestMs = 0;
  readonly #selection = new ListSelection<number>((index) => this.#rows.rowOf(index));

  constructor(options: MessageListOptions) {
    const { texts, language, rows, highlight } = options;
    this.#options = options;
    this.#rows = rows;
    const elements = createListElements(texts.messages);
    const { grid, rowContainer, scroller } = elements;
    // Nothing can be loaded above the first row.
    elements.contentAbove.classList.add('none');
    grid.classList.add('list');
    grid.dataset['key'] = 'messages';
    const rowHeight = measureRowHeight(document.body) + rowSpacePx;
    this.grid = grid;
    this.#emptyNote = createElement('p', 'empty quiet', {}, texts.noMessages);
    this.root = createElement('div', 'view', {}, scroller, this.#emptyNote, this.scrollToEndElement);
    this.root.style.setProperty('--row-height', `${rowHeight}px`);
    this.#view = createListView({
      ...elements,
      rowHeight,
      items: rows,
      onScroll: () => this.draw(),
      getRowHeight: () => rowHeight,
      getExpandedHeights: () => noRowHeights,
    });
    this.#drawnRows = createRenderedRows(
      rowContainer,
      createMessageRowFactory(texts, language),
      (row, item: MessageItem) => row.show(item, highlight(item.line?.matches), this.#slowestMs),
    );
    new ResizeObserver(() => {
      this.#view.resize();
      this.draw();
    }).observe(scroller);
    listenToRowPresses(
      rowContainer,
      (element) => this.#drawnRows.findItem(element)?.id,
      (index, isExtending) => this.#goTo(this.#rows.rowOf(index), isExtending),
    );
  }

  get isAtEnd(): boolean {
    return this.#view.isAtEnd;
  }

  /** Index of the active message. */
  get active(): number | undefined {
    return this.#selection.active;
  }

  /** Indexes of the selected messages. */
  get selected(): readonly number[] {
    const { range } = this.#selection;
    return range ? this.#indexesOfRows(range.first, range.last) : [];
  }

  /** Sets the time that has the longest bar. */
  setSlowest(slowestMs: number): void {
    if (slowestMs === this.#slowestMs) return;
    this.#slowestMs = slowestMs;
    this.#drawnRows.invalidateAll();
  }

  draw(): void {
    const { lines, texts, validate, onMove } = this.#options;
    const { first, last } = this.#view.getVisibleRange(overscan);
    const prefetchEnd = Math.min(this.#rows.length - 1, last + prefetchMargin);
    void lines.request(this.#indexesOfRows(Math.max(0, first - prefetchMargin), prefetchEnd));
    const drawnIndexes = this.#indexesOfRows(first, last);
    validate(drawnIndexes);
    const items = drawnIndexes.map((index) => lines.getItem(index));
    this.#drawnRows.show(items, (element, position) => {
      const row = first + position;
      element.ariaRowIndex = String(row + 1);
      drawSelection(element, row, this.#selection);
    });
    this.#view.placeRows(first);
    this.#updateGridAttributes();
    this.#emptyNote.hidden = this.#rows.length > 0 || this.#rows.isSearching;
    this.#emptyNote.textContent = this.#rows.isFiltered ? texts.noMatchingMessages : texts.noMessages;
    onMove();
  }

  /** Draws all rows again. Called when other text is highlighted. */
  redraw(): void {
    this.#drawnRows.invalidateAll();
    this.draw();
  }

  /** Updates the rows after a change. With `isActiveKeptInView`, the active message stays in view. */
  update(isActiveKeptInView: boolean, removedRows: number): void {
    if (removedRows > 0) this.#view.shift((index) => Math.max(0, index - removedRows));
    this.#view.layOut();
    const { activeIndex } = this.#selection;
    if (isActiveKeptInView && activeIndex >= 0 && !this.#view.isFollowing) this.#view.reveal(activeIndex);
    this.draw();
  }

  /** Makes a message active, and reveals it if it's a row. */
  show(index: number): void {
    const row = this.#rows.rowOf(index);
    if (row >= 0) {
      this.#goTo(row);
      return;
    }
    this.#selection.select(index);
    this.draw();
    this.#options.onSelect(index);
  }

  move(move: Move, isExtending: boolean): void {
    if (this.#rows.length === 0) return;
    const { activeIndex } = this.#selection;
    this.#goTo(findMoveTarget(move, activeIndex, this.#rows.length, this.#view), isExtending);
  }

  selectAll(): void {
    const { length } = this.#rows;
    if (length === 0) return;
    this.#selection.select(this.#rows.indexAt(0));
    this.#selection.select(this.#rows.indexAt(length - 1), true);
    this.draw();
  }

  scrollToEnd(): void {
    this.#view.follow();
    this.draw();
  }

  #goTo(row: number, isExtending = false): void {
    const active = this.#rows.indexAt(row);
    // Text that is selected with the mouse would hide the selection of rows.
    getSelection()?.removeAllRanges();
    this.#selection.select(active, isExtending);
    this.#view.reveal(row);
    this.#view.followIfAtEnd();
    this.draw();
    this.#options.onSelect(active);
  }

  #updateGridAttributes(): void {
    this.grid.ariaRowCount = String(this.#rows.length);
    const { active } = this.#selection;
    const isActiveDrawn = active !== undefined && this.#drawnRows.has(active);
    setActiveDescendant(this.grid, isActiveDrawn ? `message-${active}` : undefined);
  }

  /** Returns the message indexes of a range of rows, both ends included. */
  #indexesOfRows(first: number, last: number): readonly number[] {
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) =>
      this.#rows.indexAt(first + offset),
    );
  }
}
