import { createListView } from '../../editor/webview/listView.ts';
import { type Move, moveIndex } from '../../editor/webview/moves.ts';
import { createRenderedRows } from '../../editor/webview/renderedRows.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem, ListPosition } from '../protocol.ts';
import type { ScrollAnchor, ViewOptions } from '../savedState.ts';
import { type ListEdit, shiftIndex } from '../view/listEdits.ts';
import { type ListCursor, mapCursor, moveTrackedRow, type TrackedRow, toSelection } from './cursor.ts';
import type { RowActions } from './details.ts';
import type { ItemCache } from './itemCache.ts';
import { createOpenRows } from './openRows.ts';
import type { PageElements } from './pageElements.ts';
import { createRowElement } from './rowElement.ts';
import { createRowTracking } from './rowTracking.ts';

interface RowListDeps extends PageElements {
  readonly items: ItemCache;
  readonly strings: LogTexts;
  readonly actions: Omit<RowActions, 'toggle' | 'showAll'>;
  readonly options: () => ViewOptions;
  readonly mark: (id: number) => RegExp | undefined;
  toggleRequest(requestId: string, isOpen: boolean): void;
  /** Called when the viewport or the active row has changed. */
  onMove(): void;
}

/** Number of rows drawn beyond each edge of the viewport, so that scrolling shows no blank area. */
const overscan = 6;

export type RowList = ReturnType<typeof createRowList>;

/** Creates the list of rows with the viewport, the active row, and expanded rows. */
export function createRowList(deps: RowListDeps) {
  const { grid, items, strings, host, rowHeight } = deps;
  const open = createOpenRows(rowHeight);
  let cursor: ListCursor | undefined;

  const isVariable = () => deps.options().isWrapped || open.count > 0;
  const view = createListView({
    ...deps,
    heightOf(index) {
      if (!isVariable()) return rowHeight;
      const item = items.at(index);
      return (item && open.heightOf(item.id)) ?? rowHeight;
    },
    openHeights: open.heights,
    onScroll: draw,
  });
  const rows = createRenderedRows(
    host,
    () => createRowElement(strings, { ...deps.actions, toggle, showAll }),
    (element, item: ListItem) => {
      const isExpanded = open.has(item.id);
      if (isExpanded && item.isCut) items.wantText(item.id);
      const [isWhole, mark] = [open.isWhole(item.id), deps.mark(item.id)];
      element.show(item, { isExpanded, isWhole, mark, options: deps.options() });
    },
  );

  function markAt(index: number): TrackedRow {
    const { id = -1, time = 0 } = items.at(index) ?? {};
    return { index, id, time };
  }

  const tracking = createRowTracking(view, items, markAt);

  function draw(): void {
    // Rows of unknown height can bring other rows into view after they are measured.
    for (let round = 0; round < 4 && drawOnce(); round++) tracking.keepShown();
    cursor = mapCursor(cursor, (mark) => (mark.id === -1 && mark.index >= 0 ? markAt(mark.index) : mark));
    grid.ariaRowCount = String(items.length + 1);
    const isDrawn = cursor !== undefined && rows.has(cursor.active.id);
    if (isDrawn) tracking.letGo();
    if (cursor && isDrawn) grid.setAttribute('aria-activedescendant', `row-${cursor.active.id}`);
    else grid.removeAttribute('aria-activedescendant');
    deps.onMove();
  }

  /** Returns whether heights have changed. */
  function drawOnce(): boolean {
    const range = view.range(overscan);
    const inView = view.range(0);
    if (!items.ensureLoaded(range.first, range.last, view.isFollowing)) {
      // While visible items are missing, the previous rows stay.
      for (let index = inView.first; index <= inView.last; index++) if (!items.at(index)) return false;
    }
    const { shown, first } = items.around(range, inView);
    const selection = toSelection(cursor);
    rows.show(shown, (root, position) => {
      const index = first + position;
      root.ariaRowIndex = String(index + 2);
      root.classList.toggle('active', index === cursor?.active.index);
      const isSelected = selection !== undefined && index >= selection.first && index <= selection.last;
      root.ariaSelected = String(isSelected);
    });
    const isChanged = isVariable() && measure(shown);
    view.place(first);
    return isChanged;
  }

  function measure(shown: readonly ListItem[]): boolean {
    let isChanged = false;
    rows.heights().forEach((height, position) => {
      const item = shown[position];
      if (item && open.learn(item.id, height)) isChanged = true;
    });
    if (isChanged) view.layOut();
    return isChanged;
  }

  function setCursor(active: TrackedRow, isExtending: boolean): void {
    // The selected text isn't the selected row.
    getSelection()?.removeAllRanges();
    cursor = { active, origin: isExtending ? (cursor?.origin ?? active) : active };
  }

  function toggle(item: ListItem, isOpen?: boolean): void {
    const { head, requestId } = item;
    const index = items.indexOf(item.id);
    if (head && requestId !== undefined) {
      if (isOpen === head.isOpen) return;
      view.hold();
      setCursor(markAt(index), false);
      deps.toggleRequest(requestId, !head.isOpen);
      return;
    }
    if (item.gap) {
      if (!item.gap.isLoading && isOpen !== false) deps.actions.fill(item);
      return;
    }
    const next = isOpen ?? !open.has(item.id);
    if (next === open.has(item.id) || index < 0) return;
    // The user is reading, so the row stays in place, even at the end of the list.
    view.hold();
    setCursor(markAt(index), false);
    if (next) open.open(markAt(index));
    else open.close(item.id);
    open.forget(item.id);
    rows.forget(item.id);
    view.layOut();
    draw();
    if (next) view.reveal(index);
    else view.followIfAtEnd();
    draw();
  }

  function showAll(item: ListItem): void {
    view.hold();
    open.showWhole(item.id);
    rows.forget(item.id);
    // The focused button disappears.
    grid.focus({ preventScroll: true });
    view.layOut();
    draw();
  }

  /** Selects rows. Without `origin`, extends the selection. */
  function select(origin: TrackedRow | undefined, active: TrackedRow): void {
    if (origin) setCursor(origin, false);
    setCursor(active, true);
    draw();
  }

  /** Makes a row active and scrolls to it. */
  function goTo(index: number, isExtending = false): void {
    setCursor(markAt(index), isExtending);
    view.reveal(index);
    view.followIfAtEnd();
    draw();
  }

  /** The elements above or below the rows have changed. */
  function resize(): void {
    open.forgetHeights();
    view.resize();
    draw();
  }

  new ResizeObserver(resize).observe(deps.scroller);
  // An expanded row grows when its complete text is shown.
  new ResizeObserver(() => isVariable() && draw()).observe(host);

  return {
    get isAtEnd(): boolean {
      return view.isAtEnd;
    },
    get active() {
      return cursor && { ...cursor.active, item: items.at(cursor.active.index) };
    },
    /** Range of indexes in view. */
    get inView() {
      return view.range(0);
    },
    get selection() {
      return toSelection(cursor);
    },
    /** Position of the viewport. `undefined` while it follows the end. */
    get anchor(): ScrollAnchor | undefined {
      if (view.isFollowing) return undefined;
      const { index, offset } = view.position;
      const item = items.at(index);
      return item && { id: item.id, time: item.time, offset };
    },
    /**
     * Returns the rows that must be found again in another list. Pass their positions to `relist`. The first one
     * determines the scroll position.
     */
    tracked: (keepActive: boolean) => tracking.ask(cursor, open.marks, keepActive),
    /** Applies a change of the list. The viewport stays at its row or at the end. */
    changed(edits: readonly ListEdit[]): void {
      tracking.letGo();
      cursor = mapCursor(cursor, (mark) => moveTrackedRow(mark, edits));
      open.move((mark) => moveTrackedRow(mark, edits));
      view.shift((index) => shiftIndex(index, edits).index);
      draw();
    },
    /**
     * Shows another list. `places` are the positions of the rows from `tracked`. With `isActiveShown`, scrolls to the
     * active row.
     */
    relist(places: readonly ListPosition[], isActiveShown = false): void {
      cursor = mapCursor(cursor, (mark) => tracking.placeOf(mark, places, true));
      open.move((mark) => tracking.placeOf(mark, places));
      rows.forgetAll();
      view.layOut();
      tracking.moveView(places[0], isActiveShown ? cursor?.active.index : undefined);
      draw();
    },
    draw,
    resize,
    /** Draws all rows again, with other options or another text to highlight. */
    redraw(): void {
      rows.forgetAll();
      resize();
    },
    /** Removes the selection, collapses all rows, and follows the end. */
    reset(): void {
      open.clear();
      cursor = undefined;
      view.follow();
      draw();
    },
    restore({ offset }: ScrollAnchor, index: number): void {
      view.hold();
      view.moveTo(index, -offset);
      draw();
    },
    toEnd(): void {
      view.follow();
      draw();
    },
    move(move: Move, isExtending: boolean) {
      if (items.length === 0) return;
      const known = cursor?.active.index ?? -1;
      // A row that is higher than the viewport scrolls before the next row becomes active.
      if (known >= 0 && !isExtending && view.scrollWithin(known, move)) return draw();
      const start = known < 0 ? view.lastWhole() : known;
      const page = view.rowsInPage(start, move);
      const isStart = known < 0 && (move === 'up' || move === 'down');
      goTo(isStart ? start : moveIndex(start, move, items.length, page), isExtending);
    },
    goTo,
    select,
    selectAll(): void {
      if (items.length > 0) select(markAt(0), markAt(items.length - 1));
    },
    toggle,
    itemOf(element: Element): TrackedRow | undefined {
      const item = rows.itemOf(element);
      return item && { id: item.id, time: item.time, index: items.indexOf(item.id) };
    },
  };
}
