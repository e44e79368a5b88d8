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
  /** The view or the active row moved. */
  onMove(): void;
}

/** Rows built beyond each edge of the view: scrolling shows no blank before the next frame. */
const overscan = 6;

export type RowList = ReturnType<typeof createRowList>;

/** The list of rows in its elements: what is in view, what is active, what is open. */
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

  /** Items have come. */
  function draw(): void {
    // Rows of unknown height may bring others into view once they are known.
    for (let round = 0; round < 4 && drawOnce(); round++) tracking.keepShown();
    cursor = mapCursor(cursor, (mark) => (mark.id === -1 && mark.index >= 0 ? markAt(mark.index) : mark));
    grid.ariaRowCount = String(items.length + 1);
    const isDrawn = cursor !== undefined && rows.has(cursor.active.id);
    if (isDrawn) tracking.letGo();
    if (cursor && isDrawn) grid.setAttribute('aria-activedescendant', `row-${cursor.active.id}`);
    else grid.removeAttribute('aria-activedescendant');
    deps.onMove();
  }

  /** Answers whether heights turned out to be others than thought. */
  function drawOnce(): boolean {
    const range = view.range(overscan);
    const inView = view.range(0);
    if (!items.ensureLoaded(range.first, range.last, view.isFollowing)) {
      // What is in view hasn't come yet: the last picture stays for a moment.
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
    // What was marked with the mouse isn't what is selected now.
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
    // Someone reads: the row stays where it is, also at the end.
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
    // Its button goes, and would take the focus with it.
    grid.focus({ preventScroll: true });
    view.layOut();
    draw();
  }

  /** Selects rows; without `origin` from where the selection began. */
  function select(origin: TrackedRow | undefined, active: TrackedRow): void {
    if (origin) setCursor(origin, false);
    setCursor(active, true);
    draw();
  }

  /** Makes a row active and brings it into view. */
  function goTo(index: number, isExtending = false): void {
    setCursor(markAt(index), isExtending);
    view.reveal(index);
    view.followIfAtEnd();
    draw();
  }

  /** What lies above or below the rows has come or gone. */
  function resize(): void {
    open.forgetHeights();
    view.resize();
    draw();
  }

  new ResizeObserver(resize).observe(deps.scroller);
  // "Show all" makes an open entry higher.
  new ResizeObserver(() => isVariable() && draw()).observe(host);

  return {
    get isAtEnd(): boolean {
      return view.isAtEnd;
    },
    get active() {
      return cursor && { ...cursor.active, item: items.at(cursor.active.index) };
    },
    /** Indices of the rows in view. */
    get inView() {
      return view.range(0);
    },
    get selection() {
      return toSelection(cursor);
    },
    /** The place of the view; undefined at the end, where it follows. */
    get anchor(): ScrollAnchor | undefined {
      if (view.isFollowing) return undefined;
      const { index, offset } = view.position;
      const item = items.at(index);
      return item && { id: item.id, time: item.time, offset };
    },
    /** All rows that another list shall find again: `relist` gets their places. The first one holds the view. */
    tracked: (keepActive: boolean) => tracking.ask(cursor, open.marks, keepActive),
    /** The list has changed: the view stays at its row, or at the end. */
    changed(edits: readonly ListEdit[]): void {
      tracking.letGo();
      cursor = mapCursor(cursor, (mark) => moveTrackedRow(mark, edits));
      open.move((mark) => moveTrackedRow(mark, edits));
      view.shift((index) => shiftIndex(index, edits).index);
      draw();
    },
    /** Another list: `places` of what `tracked` named. `isActiveShown`: the active row is in view after that. */
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
    /** Other options, or another text to mark. */
    redraw(): void {
      rows.forgetAll();
      resize();
    },
    /** Forgets what is open and active, and follows the end. */
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
      // What is higher than the view is read first.
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
