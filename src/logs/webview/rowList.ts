import { createListView, type ListView } from '../../editor/webview/listView.ts';
import { type Move, moveIndex } from '../../editor/webview/moves.ts';
import { createRenderedRows } from '../../editor/webview/renderedRows.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem, ListPosition } from '../protocol.ts';
import type { ScrollAnchor, ViewOptions } from '../savedState.ts';
import { type ListEdit, shiftIndex } from '../view/listEdits.ts';
import { type ListCursor, mapCursor, moveTrackedRow, type TrackedRow, toSelection } from './cursor.ts';
import type { LogRowActions } from './details.ts';
import { createExpandedRows } from './expandedRows.ts';
import type { ItemCache } from './itemCache.ts';
import type { PageElements } from './pageElements.ts';
import { RowElement } from './rowElement.ts';
import { createRowTracking } from './rowTracking.ts';

interface RowListOptions extends PageElements {
  readonly items: ItemCache;
  readonly texts: LogTexts;
  readonly actions: Omit<LogRowActions, 'toggleExpanded' | 'showAll'>;
  readonly options: () => ViewOptions;
  readonly getHighlight: (id: number) => RegExp | undefined;
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
  readonly #strings: LogTexts;
  readonly #host: HTMLElement;
  readonly #rowHeight: number;
  readonly #open: ReturnType<typeof createExpandedRows>;
  #cursor: ListCursor | undefined;
  readonly #view: ListView;
  readonly #rows: ReturnType<typeof createRenderedRows<ListItem, RowElement>>;
  readonly #tracking: ReturnType<typeof createRowTracking>;

  constructor(options: RowListOptions) {
    this.#options = options;
    this.#grid = options.grid;
    this.#items = options.items;
    this.#strings = options.texts;
    this.#host = options.rowContainer;
    this.#rowHeight = options.rowHeight;
    this.#open = createExpandedRows(this.#rowHeight);
    this.#view = createListView({
      ...this.#options,
      getRowHeight: (index) => {
        if (!this.#isVariable()) return this.#rowHeight;
        const item = this.#items.at(index);
        return (item && this.#open.heightOf(item.id)) ?? this.#rowHeight;
      },
      getExpandedHeights: this.#open.heights,
      onScroll: () => this.draw(),
    });
    this.#rows = createRenderedRows(
      this.#host,
      () =>
        new RowElement(this.#strings, {
          ...this.#options.actions,
          toggleExpanded: (item) => this.toggle(item),
          showAll: (item) => this.#showAll(item),
        }),
      (element, item: ListItem) => {
        const isExpanded = this.#open.has(item.id);
        if (isExpanded && item.isCut) this.#items.requestFullText(item.id);
        const [isWhole, mark] = [this.#open.isWhole(item.id), this.#options.getHighlight(item.id)];
        element.show(item, {
          isExpanded,
          hasWholeText: isWhole,
          highlight: mark,
          options: this.#options.options(),
        });
      },
    );
    this.#tracking = createRowTracking(this.#view, this.#items, (index) => this.#markAt(index));
    new ResizeObserver(() => this.resize()).observe(this.#options.scroller);
    // An expanded row grows when its complete text is shown.
    new ResizeObserver(() => this.#isVariable() && this.draw()).observe(this.#host);
  }

  draw(): void {
    // Rows of unknown height can bring other rows into view after they are measured.
    for (let round = 0; round < 4 && this.#drawOnce(); round++) this.#tracking.keepShown();
    this.#cursor = mapCursor(this.#cursor, (mark) =>
      mark.id === -1 && mark.index >= 0 ? this.#markAt(mark.index) : mark,
    );
    this.#grid.ariaRowCount = String(this.#items.length + 1);
    const isDrawn = this.#cursor !== undefined && this.#rows.has(this.#cursor.active.id);
    if (isDrawn) this.#tracking.letGo();
    if (this.#cursor && isDrawn)
      this.#grid.setAttribute('aria-activedescendant', `row-${this.#cursor.active.id}`);
    else this.#grid.removeAttribute('aria-activedescendant');
    this.#options.onMove();
  }

  toggle(item: ListItem, isOpen?: boolean): void {
    const { head, requestId } = item;
    const index = this.#items.indexOf(item.id);
    if (head && requestId !== undefined) {
      if (isOpen === head.isOpen) return;
      this.#view.stopFollowing();
      this.#setCursor(this.#markAt(index), false);
      this.#options.toggleRequest(requestId, !head.isOpen);
      return;
    }
    if (item.gap) {
      if (!item.gap.isLoading && isOpen !== false) this.#options.actions.loadGap(item);
      return;
    }
    const next = isOpen ?? !this.#open.has(item.id);
    if (next === this.#open.has(item.id) || index < 0) return;
    // The user is reading, so the row stays in place, even at the end of the list.
    this.#view.stopFollowing();
    this.#setCursor(this.#markAt(index), false);
    if (next) this.#open.open(this.#markAt(index));
    else this.#open.close(item.id);
    this.#open.forget(item.id);
    this.#rows.invalidate(item.id);
    this.#view.layOut();
    this.draw();
    if (next) this.#view.reveal(index);
    else this.#view.followIfAtEnd();
    this.draw();
  }

  /** Selects rows. Without `origin`, extends the selection. */
  select(origin: TrackedRow | undefined, active: TrackedRow): void {
    if (origin) this.#setCursor(origin, false);
    this.#setCursor(active, true);
    this.draw();
  }

  /** Makes a row active and scrolls to it. */
  goTo(index: number, isExtending = false): void {
    this.#setCursor(this.#markAt(index), isExtending);
    this.#view.reveal(index);
    this.#view.followIfAtEnd();
    this.draw();
  }

  /** The elements above or below the rows have changed. */
  resize(): void {
    this.#open.forgetHeights();
    this.#view.resize();
    this.draw();
  }

  get isAtEnd(): boolean {
    return this.#view.isAtEnd;
  }

  get active(): (TrackedRow & { readonly item: ListItem | undefined }) | undefined {
    return this.#cursor && { ...this.#cursor.active, item: this.#items.at(this.#cursor.active.index) };
  }

  /** Range of indexes in view. */
  get inView(): { readonly first: number; readonly last: number } {
    return this.#view.getVisibleRange(0);
  }

  get selection(): { readonly first: number; readonly last: number } | undefined {
    return toSelection(this.#cursor);
  }

  /** Position of the viewport. `undefined` while it follows the end. */
  get anchor(): ScrollAnchor | undefined {
    if (this.#view.isFollowing) return undefined;
    const { index, offset } = this.#view.position;
    const item = this.#items.at(index);
    return item && { id: item.id, time: item.time, offset };
  }

  /**
   * Returns the rows that must be found again in another list. Pass their positions to `relist`. The first one
   * determines the scroll position.
   */
  getTrackedRows(keepActive: boolean): readonly { readonly id: number; readonly time: number }[] {
    return this.#tracking.ask(this.#cursor, this.#open.marks, keepActive);
  }

  /** Applies a change of the list. The viewport stays at its row or at the end. */
  applyEdits(edits: readonly ListEdit[]): void {
    this.#tracking.letGo();
    this.#cursor = mapCursor(this.#cursor, (mark) => moveTrackedRow(mark, edits));
    this.#open.move((mark) => moveTrackedRow(mark, edits));
    this.#view.shift((index) => shiftIndex(index, edits).index);
    this.draw();
  }

  /**
   * Shows another list. `places` are the positions of the rows from `tracked`. With `isActiveShown`, scrolls to the
   * active row.
   */
  showList(places: readonly ListPosition[], isActiveShown = false): void {
    this.#cursor = mapCursor(this.#cursor, (mark) => this.#tracking.placeOf(mark, places, true));
    this.#open.move((mark) => this.#tracking.placeOf(mark, places));
    this.#rows.invalidateAll();
    this.#view.layOut();
    this.#tracking.moveView(places[0], isActiveShown ? this.#cursor?.active.index : undefined);
    this.draw();
  }

  /** Draws all rows again, with other options or another text to highlight. */
  redraw(): void {
    this.#rows.invalidateAll();
    this.resize();
  }

  /** Removes the selection, collapses all rows, and follows the end. */
  reset(): void {
    this.#open.clear();
    this.#cursor = undefined;
    this.#view.follow();
    this.draw();
  }

  restore({ offset }: ScrollAnchor, index: number): void {
    this.#view.stopFollowing();
    this.#view.moveTo(index, -offset);
    this.draw();
  }

  scrollToEnd(): void {
    this.#view.follow();
    this.draw();
  }

  moveActiveRow(move: Move, isExtending: boolean): void {
    if (this.#items.length === 0) return;
    const known = this.#cursor?.active.index ?? -1;
    // A row that is higher than the viewport scrolls before the next row becomes active.
    if (known >= 0 && !isExtending && this.#view.scrollWithin(known, move)) {
      this.draw();
      return;
    }
    const start = known < 0 ? this.#view.getLastWholeRow() : known;
    const page = this.#view.countRowsInPage(start, move);
    const isStart = known < 0 && (move === 'up' || move === 'down');
    this.goTo(isStart ? start : moveIndex(start, move, this.#items.length, page), isExtending);
  }

  selectAll(): void {
    if (this.#items.length > 0) this.select(this.#markAt(0), this.#markAt(this.#items.length - 1));
  }

  findRow(element: Element): TrackedRow | undefined {
    const item = this.#rows.findItem(element);
    return item && { id: item.id, time: item.time, index: this.#items.indexOf(item.id) };
  }

  #isVariable(): boolean {
    return this.#options.options().isWrapped || this.#open.count > 0;
  }

  #markAt(index: number): TrackedRow {
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
    const { shown, first } = this.#items.getContinuousItems(range, inView);
    const selection = toSelection(this.#cursor);
    this.#rows.show(shown, (root, position) => {
      const index = first + position;
      root.ariaRowIndex = String(index + 2);
      root.classList.toggle('active', index === this.#cursor?.active.index);
      const isSelected = selection !== undefined && index >= selection.first && index <= selection.last;
      root.ariaSelected = String(isSelected);
    });
    const isChanged = this.#isVariable() && this.#measure(shown);
    this.#view.placeRows(first);
    return isChanged;
  }

  #measure(shown: readonly ListItem[]): boolean {
    let isChanged = false;
    this.#rows.heights().forEach((height, position) => {
      const item = shown[position];
      if (item && this.#open.learn(item.id, height)) isChanged = true;
    });
    if (isChanged) this.#view.layOut();
    return isChanged;
  }

  #setCursor(active: TrackedRow, isExtending: boolean): void {
    // The selected text isn't the selected row.
    getSelection()?.removeAllRanges();
    this.#cursor = { active, origin: isExtending ? (this.#cursor?.origin ?? active) : active };
  }

  #showAll(item: ListItem): void {
    this.#view.stopFollowing();
    this.#open.showWhole(item.id);
    this.#rows.invalidate(item.id);
    // The focused button disappears.
    this.#grid.focus({ preventScroll: true });
    this.#view.layOut();
    this.draw();
  }
}
