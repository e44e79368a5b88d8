import type { ListElements } from './listElements.ts';
import type { Move } from './moves.ts';
import { createRowLayout } from './rowLayout.ts';
import { createScrollMap } from './scrollMap.ts';
import {
  clampPosition,
  endPosition,
  isBefore,
  movePosition,
  movePositionUnclamped,
  type RowHeights,
  type ScrollPosition,
  startPosition,
} from './scrollPosition.ts';

interface ListViewOptions extends ListElements {
  /** In pixels. */
  readonly rowHeight: number;
  readonly items: { readonly length: number };
  heightOf(index: number): number;
  /** Returns the heights of expanded rows by index, in pixels. */
  openHeights(): ReadonlyMap<number, number>;
  /** Called after the user has scrolled. */
  onScroll(): void;
}

/** The tolerance at the end in pixels, because a fractional zoom never reaches it exactly. */
const endSlack = 4;

export type ListView = ReturnType<typeof createListView>;

/**
 * Manages the position of the view in the list, at first the end, and the scroll bar. Works with indexes and heights,
 * not with the content of rows.
 */
export function createListView(deps: ListViewOptions) {
  const { scroller, spacer, older, newer, host, rowHeight, items } = deps;
  let isFollowing = true;
  let position: ScrollPosition = { index: 0, offset: 0 };
  let layout = createRowLayout(0, rowHeight, new Map());
  /** The position to which the code scrolled, whose scroll event must be ignored. */
  let expectedTop: number | undefined;
  let lastTop = 0;
  let isScrolling = false;
  let scrolls = 0;

  // Cached, because reading them while rows change would force a layout each time.
  let viewHeight = 0;
  let headHeight = 0;
  let footHeight = 0;
  const rows: RowHeights = {
    get count() {
      return items.length;
    },
    get head() {
      return headHeight;
    },
    get foot() {
      return footHeight;
    },
    heightOf: deps.heightOf,
  };

  const offsetOf = ({ index, offset }: ScrollPosition) => rows.head + layout.offsetOf(index) + offset;
  const map = () =>
    createScrollMap(
      rows.head + layout.total + rows.foot,
      viewHeight,
      Math.max(0, offsetOf(endPosition(rows, viewHeight))),
    );

  function measure(): void {
    viewHeight = scroller.clientHeight;
    headHeight = older.offsetHeight;
    footHeight = newer.offsetHeight;
  }

  /** Must be called after heights or the length of the list have changed. */
  function layOut(): void {
    layout = createRowLayout(items.length, rowHeight, deps.openHeights());
    settle();
  }

  /** Keeps the position within the list, and moves the scroll bar to it. */
  function settle(): void {
    const end = endPosition(rows, viewHeight);
    position = isFollowing ? end : clampPosition(rows, position, viewHeight);
    const scroll = map();
    spacer.style.height = `${scroll.spacer}px`;
    // If the scroll bar can't represent the list exactly, it isn't moved while the user scrolls.
    if (isScrolling && !scroll.isExact && !isFollowing) return;
    const isAtEnd = !isBefore(position, end);
    setBar(isAtEnd ? scroll.spacer - viewHeight : scroll.toBar(offsetOf(position)));
  }

  function setBar(top: number): void {
    if (Math.abs(lastTop - top) < 0.5) return;
    scroller.scrollTop = top;
    expectedTop = scroller.scrollTop;
    lastTop = expectedTop;
  }

  function isEndInView(): boolean {
    const end = endPosition(rows, viewHeight);
    return !isBefore(movePosition(rows, position, endSlack, viewHeight), end);
  }

  function scrolled(): void {
    const top = scroller.scrollTop;
    const isOwn = expectedTop !== undefined && Math.abs(top - expectedTop) <= 1;
    expectedTop = undefined;
    if (isOwn) return;
    isScrolling = true;
    scrolls++;
    const delta = top - lastTop;
    lastTop = top;
    const scroll = map();
    if (scroll.isExact || Math.abs(delta) > 3 * viewHeight) {
      position = at(scroll.toList(top));
    } else {
      position = movePosition(rows, position, delta, viewHeight);
    }
    if (top <= 0) position = startPosition(rows);
    if (top >= scroll.spacer - viewHeight - 1) position = endPosition(rows, viewHeight);
    isFollowing = isEndInView();
    deps.onScroll();
  }

  function at(offset: number): ScrollPosition {
    const inRows = offset - rows.head;
    const index = Math.max(0, layout.indexAt(inRows));
    return clampPosition(rows, { index, offset: inRows - layout.offsetOf(index) }, viewHeight);
  }

  /** Returns the first and the last visible row, extended by `margin` rows on each side. */
  function range(margin: number): { readonly first: number; readonly last: number } {
    const { index, offset } = position;
    let left = viewHeight + Math.max(0, offset);
    let last = index;
    while (last < items.length && left > 0) left -= rows.heightOf(last++);
    return { first: Math.max(0, index - margin), last: Math.min(last - 1 + margin, items.length - 1) };
  }

  /** Returns the distance from the top of the view to the top of a visible row, in pixels. */
  function offsetInView(index: number): number {
    let top = -position.offset;
    for (let row = position.index; row < index; row++) top += rows.heightOf(row);
    return top;
  }

  measure();
  scroller.addEventListener('scroll', scrolled);
  scroller.addEventListener('scrollend', () => {
    isScrolling = false;
    settle();
  });

  return {
    /** Whether the view stays at the end as the list grows. */
    get isFollowing(): boolean {
      return isFollowing;
    },
    get isAtEnd(): boolean {
      return isFollowing || isEndInView();
    },
    get position(): ScrollPosition {
      return position;
    },
    /** The number of times the user has scrolled. */
    get scrolls(): number {
      return scrolls;
    },
    range,
    layOut,
    /** Must be called after the size of the view has changed. */
    resize(): void {
      measure();
      layOut();
    },
    /** Must be called after rows were added or removed. `shift` returns the new index of a row. */
    shift(shift: (index: number) => number): void {
      const { index, offset } = position;
      layout = createRowLayout(items.length, rowHeight, deps.openHeights());
      position = movePosition(rows, { index: shift(index), offset }, 0, viewHeight);
      settle();
    },
    /** Positions the rendered rows, the first of which is `first`. */
    place(first: number): void {
      let top = -position.offset;
      for (let index = first; index < position.index; index++) top -= rows.heightOf(index);
      host.style.transform = `translateY(${top}px)`;
      const isOlderInView = position.index === 0 && position.offset < 0;
      older.style.transform = `translateY(${-position.offset - rows.head}px)`;
      older.classList.toggle('away', !isOlderInView);
      let bottom = -position.offset;
      let last = position.index;
      while (last < items.length && bottom < viewHeight) bottom += rows.heightOf(last++);
      newer.style.transform = `translateY(${bottom}px)`;
      newer.classList.toggle('away', last < items.length || bottom >= viewHeight);
    },
    offsetInView,
    /** Scrolls a row to `offset` pixels below the top of the view, unless the view follows the end. */
    moveTo(index: number, offset: number): void {
      const row = { index: Math.max(0, Math.min(index, items.length - 1)), offset: 0 };
      if (!isFollowing) position = movePosition(rows, row, -offset, viewHeight);
      layOut();
    },
    /** Scrolls the least distance that makes the whole row visible, or its top if it's higher than the view. */
    reveal(index: number): void {
      const row: ScrollPosition = { index, offset: 0 };
      const bottom = movePosition(rows, row, Math.max(0, rows.heightOf(index)) - viewHeight, viewHeight);
      if (isBefore(row, position)) position = index === 0 ? startPosition(rows) : row;
      else if (isBefore(position, bottom)) position = isBefore(row, bottom) ? row : bottom;
      isFollowing = false;
      layOut();
    },
    /** Returns the last row that is entirely visible, so that selecting it doesn't scroll. */
    lastWhole(): number {
      const { index, offset } = movePositionUnclamped(rows, position, viewHeight);
      const isWhole = index === items.length - 1 && offset >= rows.heightOf(index);
      return Math.max(0, isWhole ? index : index - 1);
    },
    /**
     * Scrolls within a row that extends beyond the view in the direction of the move. Returns false if there is none.
     */
    scrollWithin(index: number, move: Move): boolean {
      const isDown = move === 'down' || move === 'pageDown';
      if (!isDown && move !== 'up' && move !== 'pageUp') return false;
      const { first, last } = range(0);
      if (index < first || index > last) return false;
      const top = offsetInView(index);
      const beyond = isDown ? top + rows.heightOf(index) - viewHeight : -top;
      if (beyond < 1) return false;
      const maxDistance = move === 'down' || move === 'up' ? 3 * rowHeight : viewHeight - rowHeight;
      isFollowing = false;
      position = movePosition(rows, position, (isDown ? 1 : -1) * Math.min(beyond, maxDistance), viewHeight);
      layOut();
      return true;
    },
    /** Returns the number of rows, up or down from a row, that fill the view. */
    rowsInPage(index: number, move: Move): number {
      const page = Math.max(rowHeight, viewHeight - rowHeight);
      const from = { index, offset: 0 };
      const reached = movePositionUnclamped(rows, from, move === 'pageUp' ? -page : page).index;
      return Math.max(1, Math.abs(reached - index));
    },
    follow(): void {
      isFollowing = true;
      layOut();
    },
    followIfAtEnd(): void {
      isFollowing = isEndInView();
    },
    hold(): void {
      isFollowing = false;
    },
  };
}
