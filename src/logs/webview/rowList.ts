import { createJsonView } from '../../editor/webview/jsonView.ts';
import {
  drawSelection,
  findMoveTarget,
  type IndexRange,
  ListSelection,
  setActiveDescendant,
} from '../../editor/webview/listSelection.ts';
import { createListView, type ListView } from '../../editor/webview/listView.ts';
import type { Move } from '../../editor/webview/moves.ts';
import { createRenderedRows } from '../../editor/webview/renderedRows.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem, ListPosition } from '../protocol.ts';
import { isOutOfTimeOrder, type RequestSort } from '../requestSort.ts';
import type { ScrollAnchor, ViewOptions } from '../savedState.ts';
import { type ListEdit, shiftIndex } from '../view/listEdits.ts';
import { createDayLabels } from './dayLabels.ts';
import type { LogRowActions } from './details.ts';
import { createExpandedRows } from './expandedRows.ts';
import type { ItemCache } from './itemCache.ts';
import type { PageElements } from './pageElements.ts';
import { createRailColors } from './requestRail.ts';
import { RowElement } from './rowElement.ts';
import { createRowTracking, moveTrackedRow, type TrackedRow } from './rowTracking.ts';

interface RowListOptions extends PageElements {
  readonly items: ItemCache;
  readonly texts: LogTexts;
  readonly actions: Omit<LogRowActions, 'toggleExpanded' | 'showAll' | 'getJsonView'>;
  readonly options: () => ViewOptions;
  readonly getHighlight: (id: number) => RegExp | undefined;
  /** Whether a row of a build log is an error. */
  isErrorRow(id: number): boolean;
  toggleRequest(requestId: string, isOpen: boolean): void;
  /** Called when the viewport or the active row has changed. */
  onMove(): void;
}

/** Number of rows drawn beyond each edge of the viewport, so that scrolling shows no blank area. */
const overscan = 6;

/** The list of rows, with the viewport, the active row, and expanded rows. */
export class RowList {
  readonly #options: RowListOptions;
  readonly #grid: HTMLElement;
  readonly #items: ItemCache;
  readonly #texts: LogTexts;
  readonly #host: HTMLElement;
  readonly #rowHeight: number;
  readonly #expandedRows: ReturnType<typeof createExpandedRows>;
  readonly #selection = new ListSelection<TrackedRow>(({ index }) => index);
  readonly #view: ListView;
  readonly #drawnRows: ReturnType<typeof createRenderedRows<ListItem, RowElement>>;
  readonly #tracking: ReturnType<typeof createRowTracking>;
  /** The views of JSON in expanded rows. */
  readonly #jsonViews = new Map<number, ReturnType<typeof createJsonView>>();
  readonly #dayLabels: ReturnType<typeof createDayLabels>;
  /** The rows that begin another day than the row before, and have a separator above. */
  #dayStarts: ReadonlySet<number> = new Set();
  /** Whether each row shows its date, because their times in any other order than that of time aren't enough. */
  #hasDates = false;
  /** The drawn items, in the order of their elements. */
  #drawnItems: readonly ListItem[] = [];
  /** The order of the list, whose rows might not be loaded yet. */
  #sort: RequestSort;
  #drawnSort: RequestSort;
  /** The length of the longest request's name so far, in characters. */
  #nameLength = 0;
  readonly #findRailColors = createRailColors();
  /** The request of the row at the pointer. */
  #hoveredRequest: string | undefined;

  constructor(options: RowListOptions) {
    this.#options = options;
    this.#grid = options.grid;
    this.#items = options.items;
    this.#texts = options.texts;
    this.#sort = options.options().sort;
    this.#drawnSort = this.#sort;
    this.#host = options.rowContainer;
    this.#rowHeight = options.rowHeight;
    this.#expandedRows = createExpandedRows(this.#rowHeight);
    this.#view = createListView({
      ...this.#options,
      getRowHeight: (index) => {
        const separatorHeight = this.#getSeparatorHeight(index);
        if (!this.#hasVariableHeights()) return this.#rowHeight + separatorHeight;
        const item = this.#items.at(index);
        const height = item && this.#expandedRows.getMeasuredHeight(item.id);
        return (height ?? this.#rowHeight) + separatorHeight;
      },
      getExpandedHeights: () => {
        const heights = new Map(this.#expandedRows.getHeights());
        for (const index of this.#dayStarts)
          heights.set(index, (heights.get(index) ?? this.#rowHeight) + this.#rowHeight);
        return heights;
      },
      onScroll: () => this.draw(),
    });
    this.#drawnRows = createRenderedRows(
      this.#host,
      () =>
        new RowElement(this.#texts, {
          ...this.#options.actions,
          toggleExpanded: (item) => this.toggleExpanded(item),
          showAll: (item) => this.#showAll(item),
          getJsonView: (id) => this.#getJsonView(id),
        }),
      (element, item: ListItem) => {
        const isExpanded = this.#expandedRows.has(item.id);
        if (isExpanded && item.isCut) this.#items.requestFullText(item.id);
        element.show(item, {
          isExpanded,
          hasWholeText: this.#expandedRows.hasCompleteText(item.id),
          highlight: this.#options.getHighlight(item.id),
          options: this.#options.options(),
          isError: this.#options.isErrorRow(item.id),
          hasDate: this.#hasDates,
          language: document.documentElement.lang || undefined,
        });
        this.#fitNames(element.nameLength);
      },
    );
    this.#tracking = createRowTracking(
      this.#view,
      this.#items,
      (index) => this.#getRow(index),
      (index) => this.#getSeparatorHeight(index),
    );
    this.#dayLabels = createDayLabels(options, document.documentElement.lang);
    this.#listenToPointer();
    new ResizeObserver(() => this.resize()).observe(this.#options.scroller);
    // An expanded row grows when its complete text is shown.
    new ResizeObserver(() => this.#hasVariableHeights() && this.draw()).observe(this.#host);
  }

  draw(): void {
    // Rows of unknown height can bring other rows into view after they are measured.
    for (let round = 0; round < 4 && this.#drawOnce(); round++) this.#tracking.restorePinnedRow();
    // A row that was selected before it was loaded has its ID now.
    this.#selection.update((row) => (row.id === -1 && row.index >= 0 ? this.#getRow(row.index) : row));
    this.#grid.ariaRowCount = String(this.#items.length + 1);
    const { active } = this.#selection;
    const isActiveDrawn = active !== undefined && this.#drawnRows.has(active.id);
    if (isActiveDrawn) this.#tracking.unpinRow();
    setActiveDescendant(this.#grid, isActiveDrawn ? `row-${active.id}` : undefined);
    this.#showRelatedRows();
    this.#drawDays();
    this.#options.onMove();
  }

  toggleExpanded(item: ListItem, isOpen?: boolean): void {
    const { head, requestId } = item;
    const index = this.#items.indexOf(item.id);
    if (head && requestId !== undefined) {
      if (isOpen === head.isOpen) return;
      this.#view.stopFollowing();
      this.#selectWithoutDrawing(this.#getRow(index), false);
      this.#options.toggleRequest(requestId, !head.isOpen);
      return;
    }
    if (item.gap) {
      if (!item.gap.isLoading && isOpen !== false) this.#options.actions.loadGap(item);
      return;
    }
    const isExpanding = isOpen ?? !this.#expandedRows.has(item.id);
    if (isExpanding === this.#expandedRows.has(item.id) || index < 0) return;
    // The user is reading, so the row stays in place, even at the end of the list.
    this.#view.stopFollowing();
    this.#selectWithoutDrawing(this.#getRow(index), false);
    if (isExpanding) this.#expandedRows.expand(this.#getRow(index));
    else this.#expandedRows.collapse(item.id);
    this.#expandedRows.forgetHeight(item.id);
    this.#drawnRows.invalidate(item.id);
    this.#view.layOut();
    this.draw();
    if (isExpanding) this.#view.reveal(index);
    else this.#view.followIfAtEnd();
    this.draw();
  }

  /** Makes a row active. With `isExtending`, also selects all rows between it and the anchor. */
  select(row: TrackedRow, isExtending = false): void {
    this.#selectWithoutDrawing(row, isExtending);
    this.draw();
  }

  /** Selects all rows between the anchor and the active row. */
  selectRange(anchor: TrackedRow, active: TrackedRow): void {
    this.#selectWithoutDrawing(anchor, false);
    this.select(active, true);
  }

  /** Makes a row active and scrolls to it. */
  goTo(index: number, isExtending = false): void {
    this.#selectWithoutDrawing(this.#getRow(index), isExtending);
    this.#view.reveal(index);
    this.#view.followIfAtEnd();
    this.draw();
  }

  /**
   * Must be called after the elements above or below the rows have changed. `topPx` is the distance in pixels by which
   * the top of the list has moved down. The rows stay where they are on the page, unless the list is at its start.
   */
  resize(topPx = 0): void {
    this.#expandedRows.forgetHeights();
    const { index, offset } = this.#view.position;
    this.#view.resize();
    if (topPx !== 0 && (index > 0 || offset > 0)) this.#view.moveTo(index, -offset - topPx);
    this.draw();
  }

  /** The order of the visible rows. */
  get drawnSort(): RequestSort {
    return this.#drawnSort;
  }

  /** Whether a row is visible. */
  get hasRows(): boolean {
    return this.#drawnItems.length > 0;
  }

  get isAtEnd(): boolean {
    return this.#view.isAtEnd;
  }

  get active(): (TrackedRow & { readonly item: ListItem | undefined }) | undefined {
    const { active } = this.#selection;
    return active && { ...active, item: this.#items.at(active.index) };
  }

  /** Range of indexes in view. */
  get inView(): IndexRange {
    return this.#view.getVisibleRange(0);
  }

  /** Range of the selected rows. */
  get selection(): IndexRange | undefined {
    return this.#selection.range;
  }

  /** Position of the viewport. `undefined` while it follows the end. */
  get anchor(): ScrollAnchor | undefined {
    if (this.#view.isFollowing) return undefined;
    const { index, offset } = this.#view.position;
    const item = this.#items.at(index);
    return item && { id: item.id, time: item.time, offset: offset - this.#getSeparatorHeight(index) };
  }

  /**
   * Returns the rows that must be found again in another list. Pass their positions to `relist`. The first one
   * determines the scroll position.
   */
  getTrackedRows(keepActive: boolean): readonly { readonly id: number; readonly time: number }[] {
    return this.#tracking.track(this.#selection, this.#expandedRows.rows, keepActive);
  }

  /**
   * Applies a change of the list. The viewport stays at its row, or at the end. If the list isn't in the order of time,
   * the viewport stays at the start instead of the end.
   */
  applyEdits(edits: readonly ListEdit[], dayStarts: readonly number[] | undefined): void {
    const isSorted = isOutOfTimeOrder(this.#options.options());
    const { index, offset } = this.#view.position;
    const isAtStart = this.#view.isFollowing || (index === 0 && offset <= 0);
    if (isSorted) this.#view.stopFollowing();
    const previousHeight = this.#getSeparatorHeight(index);
    this.#setDayStarts(dayStarts);
    const newTop = shiftIndex(index, edits).index;
    this.#tracking.unpinRow();
    this.#selection.update((row) => moveTrackedRow(row, edits));
    this.#expandedRows.update((row) => moveTrackedRow(row, edits));
    this.#view.shift(() => newTop, this.#getSeparatorHeight(newTop) - previousHeight);
    // Who looks at the first requests wants to see which ones are the first now.
    if (isSorted && isAtStart) this.#view.reveal(0);
    this.draw();
  }

  /**
   * Shows another list. `places` are the positions of the rows from `getTrackedRows`. With `isActiveRevealed`,
   * scrolls to the active row.
   */
  showList(
    places: readonly ListPosition[],
    dayStarts: readonly number[] | undefined,
    isActiveRevealed = false,
  ): void {
    this.#sort = this.#options.options().sort;
    this.#setDayStarts(dayStarts);
    this.#selection.update((row) => this.#tracking.findInList(row, places, true));
    this.#expandedRows.update((row) => this.#tracking.findInList(row, places));
    this.#drawnRows.invalidateAll();
    this.#view.layOut();
    this.#tracking.moveView(places[0], isActiveRevealed ? this.#selection.active?.index : undefined);
    this.draw();
  }

  /** Draws all rows again, with other options or another text to highlight. */
  redraw(): void {
    this.#drawnRows.invalidateAll();
    this.resize();
  }

  /** Removes the selection, collapses all rows, and follows the end. */
  reset(): void {
    this.#expandedRows.clear();
    this.#selection.clear();
    this.#setDayStarts([]);
    this.#view.follow();
    this.draw();
  }

  restore({ offset }: ScrollAnchor, index: number): void {
    this.#view.stopFollowing();
    this.#view.moveTo(index, -offset - this.#getSeparatorHeight(index));
    this.draw();
  }

  scrollToStart(): void {
    if (this.#items.length > 0) this.#view.reveal(0);
    this.draw();
  }

  scrollToEnd(): void {
    this.#view.follow();
    this.draw();
  }

  moveActiveRow(move: Move, isExtending: boolean): void {
    if (this.#items.length === 0) return;
    const { activeIndex } = this.#selection;
    // A row that is higher than the viewport scrolls before the next row becomes active.
    if (activeIndex >= 0 && !isExtending && this.#view.scrollWithin(activeIndex, move)) {
      this.draw();
      return;
    }
    this.goTo(findMoveTarget(move, activeIndex, this.#items.length, this.#view), isExtending);
  }

  selectAll(): void {
    if (this.#items.length > 0) this.selectRange(this.#getRow(0), this.#getRow(this.#items.length - 1));
  }

  /** Returns the row of an element in it. The index is -1 if the row is no longer in the list. */
  findRow(element: Element): TrackedRow | undefined {
    const item = this.#drawnRows.findItem(element);
    return item && { id: item.id, time: item.time, index: this.#items.indexOf(item.id) };
  }

  /** Returns the height of the separator above a row that begins a day, in pixels. */
  #getSeparatorHeight(index: number): number {
    return this.#dayStarts.has(index) ? this.#rowHeight : 0;
  }

  #setDayStarts(dayStarts: readonly number[] | undefined): void {
    this.#dayStarts = new Set(dayStarts);
    const hasDates = dayStarts === undefined;
    if (hasDates !== this.#hasDates) this.#drawnRows.invalidateAll();
    this.#hasDates = hasDates;
    for (const container of [this.#host, this.#options.headings])
      container.classList.toggle('with-dates', hasDates);
  }

  /** Shows the day of the row at the top, and the separators of the visible days. */
  #drawDays(): void {
    const { index, offset } = this.#view.position;
    const isSeparatorInView = this.#dayStarts.has(index) && offset < this.#rowHeight;
    const top = (isSeparatorInView && this.#items.at(index - 1)) || this.#items.at(index);
    const { first, last } = this.inView;
    const separators: { readonly time: number; readonly topPx: number }[] = [];
    for (let row = first; row <= last; row++) {
      const item = this.#dayStarts.has(row) ? this.#items.at(row) : undefined;
      if (item) separators.push({ time: item.time, topPx: this.#view.getOffsetInView(row) });
    }
    const { dayHeading } = this.#options;
    const { isUtc, isGrouped, sort } = this.#options.options();
    // While the row at the top is being loaded, the previous day stays, so that the list doesn't move.
    const isSortedByTime = !isGrouped || sort.by === 'time';
    dayHeading.hidden = this.#hasDates || !isSortedByTime || this.#items.length === 0;
    this.#dayLabels.show(top?.time, separators, isUtc);
  }

  #listenToPointer(): void {
    const show = (requestId: string | undefined) => {
      if (requestId === this.#hoveredRequest) return;
      this.#hoveredRequest = requestId;
      this.#showRelatedRows();
    };
    this.#host.addEventListener('pointerover', ({ target }) => {
      show(target instanceof Element ? this.#drawnRows.findItem(target)?.requestId : undefined);
    });
    this.#host.addEventListener('pointerleave', () => show(undefined));
  }

  /** Emphasizes the rows of the same request as the row at the pointer or the active row. */
  #showRelatedRows(): void {
    const requests = [this.#hoveredRequest, this.active?.item?.requestId];
    this.#drawnItems.forEach(({ requestId }, position) => {
      const isRelated = requestId !== undefined && requestId !== '' && requests.includes(requestId);
      this.#host.children[position]?.classList.toggle('related', isRelated);
    });
  }

  #hasVariableHeights(): boolean {
    return this.#options.options().isWrapped || this.#expandedRows.count > 0;
  }

  #getRow(index: number): TrackedRow {
    const { id = -1, time = 0 } = this.#items.at(index) ?? {};
    return { index, id, time };
  }

  /** Returns whether heights have changed. */
  #drawOnce(): boolean {
    const range = this.#view.getVisibleRange(overscan);
    const inView = this.#view.getVisibleRange(0);
    if (!this.#items.ensureLoaded(range.first, range.last, this.#view.isFollowing)) {
      // While visible items are missing, the previous rows stay.
      for (let index = inView.first; index <= inView.last; index++) if (!this.#items.at(index)) return false;
    }
    const { items, first } = this.#items.getContinuousItems(range, inView);
    const railColors = this.#findRailColors(items.flatMap(({ requestId }) => requestId || []));
    this.#drawnRows.show(items, (root, position) => {
      const index = first + position;
      root.ariaRowIndex = String(index + 2);
      drawSelection(root, index, this.#selection);
      const { requestId = '', time = 0 } = items[position] ?? {};
      const isFirstOfRequest = requestId !== items[position - 1]?.requestId;
      root.classList.toggle('first-of-request', requestId !== '' && isFirstOfRequest);
      root.dataset['color'] = String(railColors.get(requestId) ?? '');
      const isDayStart = this.#dayStarts.has(index);
      root.classList.toggle('day-start', isDayStart);
      // The separator isn't a row, so the row has its date for screen readers.
      root.ariaDescription = isDayStart
        ? this.#dayLabels.formatDay(time, this.#options.options().isUtc)
        : null;
    });
    this.#drawnItems = items;
    this.#drawnSort = this.#sort;
    const isChanged = this.#hasVariableHeights() && this.#measure(items);
    this.#view.placeRows(first);
    return isChanged;
  }

  #measure(items: readonly ListItem[]): boolean {
    let isChanged = false;
    this.#drawnRows.heights().forEach((height, position) => {
      const item = items[position];
      if (item && this.#expandedRows.setMeasuredHeight(item.id, height)) isChanged = true;
    });
    if (isChanged) this.#view.layOut();
    return isChanged;
  }

  #selectWithoutDrawing(row: TrackedRow, isExtending: boolean): void {
    // Selected text would hide the selection of rows.
    getSelection()?.removeAllRanges();
    this.#selection.select(row, isExtending);
  }

  /** Widens the column of names, and never narrows it, so that the other columns seldom move. */
  #fitNames(length: number): void {
    if (length <= this.#nameLength) return;
    this.#nameLength = length;
    for (const { style } of [this.#options.headings, this.#host]) style.setProperty('--name', `${length}ch`);
  }

  #getJsonView(id: number): ReturnType<typeof createJsonView> {
    for (const known of this.#jsonViews.keys())
      if (!this.#expandedRows.has(known)) this.#jsonViews.delete(known);
    const view =
      this.#jsonViews.get(id) ?? createJsonView({ texts: this.#texts, label: this.#texts.columnMessage });
    this.#jsonViews.set(id, view);
    return view;
  }

  #showAll(item: ListItem): void {
    this.#view.stopFollowing();
    this.#expandedRows.showCompleteText(item.id);
    this.#drawnRows.invalidate(item.id);
    // The focused button disappears.
    this.#grid.focus({ preventScroll: true });
    this.#view.layOut();
    this.draw();
  }
}
