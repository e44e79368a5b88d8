import type { ListElements } from './listElements.ts';
import type { Move } from './moves.ts';
import { createRowLayout, createScrollMap } from './rowLayout.ts';
import {
  clampPosition,
  getEndPosition,
  getStartPosition,
  isBefore,
  movePosition,
  movePositionUnclamped,
  type RowHeights,
  type ScrollPosition,
} from './scrollPosition.ts';

interface ListViewOptions extends ListElements {
  /** The height of a collapsed row in pixels. */
  readonly rowHeight: number;
  readonly items: { readonly length: number };
  /** Returns the height of a row in pixels, known or estimated. */
  getRowHeight(index: number): number;
  /** Returns the heights of expanded rows by index, in pixels. */
  getExpandedHeights(): ReadonlyMap<number, number>;
  /** Called after the user has scrolled. */
  onScroll(): void;
}

/** The tolerance at the end of the list in pixels. With a fractional zoom, the end isn't reached exactly. */
const endTolerance = 4;

/** Creates the view of a list. At first, it's at the end of the list. */
export function createListView(options: ListViewOptions): ListView {
  return new ListView(options);
}

/** Controls which part of a list is visible, and the scroll bar. Uses only indexes and heights of rows. */
export class ListView {
  readonly #options: ListViewOptions;
  readonly #rows: RowHeights;
  #isFollowing = true;
  #position: ScrollPosition = { index: 0, offset: 0 };
  #layout: ReturnType<typeof createRowLayout>;
  /** The scroll position that this class has set. The scroll event for it must be ignored. */
  #expectedTop: number | undefined;
  #lastTop = 0;
  #isScrolling = false;
  #scrolls = 0;
  // Cached heights, because reading the height of an element while rows change would force a layout.
  #viewHeight = 0;
  #headHeight = 0;
  #footHeight = 0;

  constructor(options: ListViewOptions) {
    this.#options = options;
    this.#layout = createRowLayout(0, options.rowHeight, new Map());
    const getHeadHeight = () => this.#headHeight;
    const getFootHeight = () => this.#footHeight;
    this.#rows = {
      get count() {
        return options.items.length;
      },
      get headHeight() {
        return getHeadHeight();
      },
      get footHeight() {
        return getFootHeight();
      },
      getRowHeight: options.getRowHeight,
    };
    this.#measure();
    options.scroller.addEventListener('scroll', () => this.#handleScroll());
    options.scroller.addEventListener('scrollend', () => {
      this.#isScrolling = false;
      this.#settle();
    });
  }

  /** Whether the view stays at the end when rows are added. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  get isAtEnd(): boolean {
    return this.#isFollowing || this.#isEndInView();
  }

  get position(): ScrollPosition {
    return this.#position;
  }

  /** The number of times that the user has scrolled. */
  get scrollCount(): number {
    return this.#scrolls;
  }

  /** Returns the indexes of the first and the last visible row, extended by `margin` rows on each side. */
  getVisibleRange(margin: number): { readonly first: number; readonly last: number } {
    const { index, offset } = this.#position;
    const { length } = this.#options.items;
    let remaining = this.#viewHeight + Math.max(0, offset);
    let last = index;
    while (last < length && remaining > 0) remaining -= this.#rows.getRowHeight(last++);
    return { first: Math.max(0, index - margin), last: Math.min(last - 1 + margin, length - 1) };
  }

  /** Must be called after the height or the number of rows has changed. */
  layOut(): void {
    this.#createLayout();
    this.#settle();
  }

  /** Must be called after the size of the list's element has changed. */
  resize(): void {
    this.#measure();
    this.layOut();
  }

  /**
   * Must be called after rows were added or removed. `getNewIndex` returns the new index of a row. `addedHeight` is the
   * height in pixels that the row at the top of the view gained above its content.
   */
  shift(getNewIndex: (index: number) => number, addedHeight = 0): void {
    const { index, offset } = this.#position;
    this.#createLayout();
    this.#position = this.#move({ index: getNewIndex(index), offset }, addedHeight);
    this.#settle();
  }

  /**
   * Positions the rendered rows, and the content above and below all rows. `first` is the index of the first rendered
   * row.
   */
  placeRows(first: number): void {
    const { contentAbove, contentBelow, rowContainer, items } = this.#options;
    const { index, offset } = this.#position;
    let top = -offset;
    for (let row = first; row < index; row++) top -= this.#rows.getRowHeight(row);
    rowContainer.style.transform = `translateY(${top}px)`;
    const isOlderInView = index === 0 && offset < 0;
    contentAbove.style.transform = `translateY(${-offset - this.#headHeight}px)`;
    contentAbove.classList.toggle('away', !isOlderInView);
    let bottom = -offset;
    let last = index;
    while (last < items.length && bottom < this.#viewHeight) bottom += this.#rows.getRowHeight(last++);
    contentBelow.style.transform = `translateY(${bottom}px)`;
    contentBelow.classList.toggle('away', last < items.length || bottom >= this.#viewHeight);
  }

  /** Returns the distance from the top of the view to the top of a visible row, in pixels. */
  getOffsetInView(index: number): number {
    let top = -this.#position.offset;
    for (let row = this.#position.index; row < index; row++) top += this.#rows.getRowHeight(row);
    return top;
  }

  /** Scrolls a row to `offset` pixels below the top of the view, unless the view stays at the end. */
  moveTo(index: number, offset: number): void {
    const row = { index: Math.max(0, Math.min(index, this.#options.items.length - 1)), offset: 0 };
    if (!this.#isFollowing) this.#position = this.#move(row, -offset);
    this.layOut();
  }

  /** Scrolls as little as needed to show a row. If the row is higher than the view, shows its top. */
  reveal(index: number): void {
    const row: ScrollPosition = { index, offset: 0 };
    const bottom = this.#move(row, Math.max(0, this.#rows.getRowHeight(index)) - this.#viewHeight);
    if (isBefore(row, this.#position)) this.#position = index === 0 ? getStartPosition(this.#rows) : row;
    else if (isBefore(this.#position, bottom)) this.#position = isBefore(row, bottom) ? row : bottom;
    this.#isFollowing = false;
    this.layOut();
  }

  /** Returns the index of the last row that is entirely visible. Selecting this row doesn't scroll. */
  getLastWholeRow(): number {
    const { index, offset } = movePositionUnclamped(this.#rows, this.#position, this.#viewHeight);
    const isWhole = index === this.#options.items.length - 1 && offset >= this.#rows.getRowHeight(index);
    return Math.max(0, isWhole ? index : index - 1);
  }

  /**
   * Scrolls within a row if the row extends beyond the view in the direction of the move. Returns whether the view was
   * scrolled.
   */
  scrollWithin(index: number, move: Move): boolean {
    const { rowHeight } = this.#options;
    const isDown = move === 'down' || move === 'pageDown';
    if (!isDown && move !== 'up' && move !== 'pageUp') return false;
    const { first, last } = this.getVisibleRange(0);
    if (index < first || index > last) return false;
    const top = this.getOffsetInView(index);
    const hiddenHeight = isDown ? top + this.#rows.getRowHeight(index) - this.#viewHeight : -top;
    if (hiddenHeight < 1) return false;
    const maxDistance = move === 'down' || move === 'up' ? 3 * rowHeight : this.#viewHeight - rowHeight;
    this.#isFollowing = false;
    this.#position = this.#move(this.#position, (isDown ? 1 : -1) * Math.min(hiddenHeight, maxDistance));
    this.layOut();
    return true;
  }

  /** Returns the number of rows above or below a row that fill the view, at least 1. */
  countRowsInPage(index: number, move: Move): number {
    const { rowHeight } = this.#options;
    const page = Math.max(rowHeight, this.#viewHeight - rowHeight);
    const start = { index, offset: 0 };
    const end = movePositionUnclamped(this.#rows, start, move === 'pageUp' ? -page : page);
    return Math.max(1, Math.abs(end.index - index));
  }

  /** Scrolls to the end, and stays there when rows are added. */
  follow(): void {
    this.#isFollowing = true;
    this.layOut();
  }

  followIfAtEnd(): void {
    this.#isFollowing = this.#isEndInView();
  }

  /** Keeps the position when rows are added. */
  stopFollowing(): void {
    this.#isFollowing = false;
  }

  #measure(): void {
    const { scroller, contentAbove, contentBelow } = this.#options;
    this.#viewHeight = scroller.clientHeight;
    this.#headHeight = contentAbove.offsetHeight;
    this.#footHeight = contentBelow.offsetHeight;
  }

  #createLayout(): void {
    const { items, rowHeight, getExpandedHeights } = this.#options;
    this.#layout = createRowLayout(items.length, rowHeight, getExpandedHeights());
  }

  #move(from: ScrollPosition, delta: number): ScrollPosition {
    return movePosition(this.#rows, from, delta, this.#viewHeight);
  }

  #offsetOf({ index, offset }: ScrollPosition): number {
    return this.#headHeight + this.#layout.offsetOf(index) + offset;
  }

  #positionAt(listOffset: number): ScrollPosition {
    const rowsOffset = listOffset - this.#headHeight;
    const index = Math.max(0, this.#layout.indexAt(rowsOffset));
    const position = { index, offset: rowsOffset - this.#layout.offsetOf(index) };
    return clampPosition(this.#rows, position, this.#viewHeight);
  }

  #createScrollMap() {
    const total = this.#headHeight + this.#layout.totalHeight + this.#footHeight;
    const end = this.#offsetOf(getEndPosition(this.#rows, this.#viewHeight));
    return createScrollMap(total, this.#viewHeight, Math.max(0, end));
  }

  /** Limits the position to the list, and moves the scroll bar to the position. */
  #settle(): void {
    const end = getEndPosition(this.#rows, this.#viewHeight);
    this.#position = this.#isFollowing ? end : clampPosition(this.#rows, this.#position, this.#viewHeight);
    const scroll = this.#createScrollMap();
    this.#options.spacer.style.height = `${scroll.spacer}px`;
    // If one pixel of the scroll bar isn't one pixel of the list, the scroll bar isn't moved while the user scrolls.
    if (this.#isScrolling && !scroll.isExact && !this.#isFollowing) return;
    const isAtEnd = !isBefore(this.#position, end);
    this.#setScrollTop(
      isAtEnd ? scroll.spacer - this.#viewHeight : scroll.toScrollTop(this.#offsetOf(this.#position)),
    );
  }

  #setScrollTop(top: number): void {
    const { scroller } = this.#options;
    if (Math.abs(this.#lastTop - top) < 0.5) return;
    scroller.scrollTop = top;
    this.#expectedTop = scroller.scrollTop;
    this.#lastTop = this.#expectedTop;
  }

  #isEndInView(): boolean {
    return !isBefore(this.#move(this.#position, endTolerance), getEndPosition(this.#rows, this.#viewHeight));
  }

  #handleScroll(): void {
    const top = this.#options.scroller.scrollTop;
    const isExpected = this.#expectedTop !== undefined && Math.abs(top - this.#expectedTop) <= 1;
    this.#expectedTop = undefined;
    if (isExpected) return;
    this.#isScrolling = true;
    this.#scrolls++;
    const delta = top - this.#lastTop;
    this.#lastTop = top;
    const scroll = this.#createScrollMap();
    if (scroll.isExact || Math.abs(delta) > 3 * this.#viewHeight) {
      this.#position = this.#positionAt(scroll.toListOffset(top));
    } else {
      this.#position = this.#move(this.#position, delta);
    }
    if (top <= 0) this.#position = getStartPosition(this.#rows);
    if (top >= scroll.spacer - this.#viewHeight - 1)
      this.#position = getEndPosition(this.#rows, this.#viewHeight);
    this.#isFollowing = this.#isEndInView();
    this.#options.onScroll();
  }
}
