import { lowerBound } from '../inserts.ts';
import type { LogRow } from '../logRow.ts';
import type { Anchor } from '../savedState.ts';
import type { Strings } from '../strings.ts';
import { type Cursor, type Move, moveIndex, selectionOf } from './cursor.ts';
import type { Model } from './model.ts';
import type { RowActions } from './rowActions.ts';
import { rowElement } from './rowElement.ts';
import { createRowWindow } from './rowWindow.ts';

/** The list of rows: what is in view, what is active, what is open. */
export interface RowList {
  readonly isAtEnd: boolean;
  readonly active: LogRow | undefined;
  /** The selected rows in order; at least the active one. */
  readonly selected: readonly LogRow[];
  /** The place of the view; undefined at the end, where it follows. */
  readonly anchor: Anchor | undefined;
  /**
   * Lets `change` alter the model and keeps the view where it is: at the end if it was there, else at the row
   * under the eye. `keepActive`: at the active row if that is in view, so that a filter goes and its hit stays.
   */
  update(change: () => void, keepActive?: boolean): void;
  /** Forgets what is open and active, and follows the end. */
  reset(): void;
  restore(anchor: Anchor): void;
  toEnd(): void;
  move(move: Move, isExtending: boolean): void;
  /** These and all between them; `active` becomes the active one. */
  select(origin: LogRow, active: LogRow): void;
  selectAll(): void;
  toggle(row: LogRow, isOpen?: boolean): void;
}

export interface RowListDeps {
  readonly scroller: HTMLElement;
  readonly grid: HTMLElement;
  readonly host: HTMLElement;
  readonly rowHeight: number;
  readonly model: Model;
  readonly strings: Strings;
  readonly actions: Omit<RowActions, 'toggle'>;
  /** The view or the active row moved. */
  onMove(): void;
}

/** A few pixels short of the end count as the end: fractional zoom never reaches it exactly. */
const endSlack = 4;

/** Makes the list in its elements. */
export function createRowList(deps: RowListDeps): RowList {
  const { scroller, grid, model, strings } = deps;
  const expanded = new Map<number, LogRow>();
  let cursor: Cursor | undefined;
  let selection: ReturnType<typeof selectionOf>;
  let isFollowing = true;
  /** Was just opened: comes into view as a whole once its height is known. */
  let opened: LogRow | undefined;
  /** Where the list itself scrolled to: the event of that says nothing about the user. */
  let ownTop = -1;

  const rows = createRowWindow({
    ...deps,
    rows: () => model.shown,
    indexOf: model.indexOf,
    expanded: () => expanded,
    build: (row) =>
      rowElement(row, { isExpanded: expanded.has(row.id), mark: model.filter.text }, strings, {
        ...deps.actions,
        toggle,
      }),
    refresh: refreshRow,
    onHeights: () => {
      update(() => undefined);
      if (opened) reveal(model.indexOf(opened));
      opened = undefined;
    },
  });

  function refreshRow(element: HTMLElement, row: LogRow, index: number): void {
    element.ariaRowIndex = String(index + 2);
    element.classList.toggle('active', row.id === cursor?.active.id);
    const isSelected = selection !== undefined && index >= selection.first && index <= selection.last;
    element.ariaSelected = String(isSelected);
  }

  function isEndInView(): boolean {
    return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - endSlack;
  }

  function scrollTo(top: number): void {
    scroller.scrollTop = top;
    ownTop = scroller.scrollTop;
  }

  function topRow(keepActive: boolean): Anchor | undefined {
    const { layout, top } = rows;
    const scrolled = scroller.scrollTop - top;
    const active = cursor && keepActive ? model.indexOf(cursor.active) : -1;
    const offset = active < 0 ? -1 : layout.offsetOf(active) - scrolled;
    const isActiveInView = offset >= 0 && offset < scroller.clientHeight;
    const index = isActiveInView ? active : layout.indexAt(Math.max(0, scrolled));
    const row = model.shown[index];
    return row && { id: row.id, time: row.time, offset: scrolled - layout.offsetOf(index) };
  }

  function draw(): void {
    selection = selectionOf(cursor, model.indexOf);
    grid.ariaRowCount = String(model.shown.length + 1);
    rows.draw();
    const isDrawn = cursor !== undefined && grid.querySelector(`#row-${cursor.active.id}`) !== null;
    if (cursor && isDrawn) grid.setAttribute('aria-activedescendant', `row-${cursor.active.id}`);
    else grid.removeAttribute('aria-activedescendant');
    deps.onMove();
  }

  function update(change: () => void, keepActive = false): void {
    const anchor = topRow(keepActive);
    const isHeld = keepActive && anchor !== undefined && anchor.id === cursor?.active.id;
    const mark = model.filter.text;
    change();
    if (model.filter.text !== mark) rows.forgetAll();
    rows.measure();
    if (isFollowing && !isHeld) scrollTo(scroller.scrollHeight);
    else if (anchor) place(anchor);
    isFollowing &&= isEndInView();
    draw();
  }

  /** Puts the row back where it was, or what comes after it in time when it is gone. */
  function place(anchor: Anchor): void {
    const exact = model.indexOf(anchor);
    const later = Math.min(lowerBound(model.shown, anchor.time), model.shown.length - 1);
    const index = exact >= 0 ? exact : later;
    const offset = exact >= 0 ? anchor.offset : Math.min(anchor.offset, 0);
    scrollTo(rows.top + rows.layout.offsetOf(Math.max(0, index)) + offset);
  }

  function setCursor(active: LogRow, isExtending: boolean): void {
    // What was marked with the mouse is not what is selected now.
    getSelection()?.removeAllRanges();
    cursor = { active, origin: isExtending ? (cursor?.origin ?? active) : active };
  }

  function select(origin: LogRow, active: LogRow): void {
    setCursor(origin, false);
    setCursor(active, true);
    draw();
  }

  /** The last row that is in view as a whole, so that making it active moves nothing. */
  function lastInView(): number {
    const bottom = scroller.scrollTop + scroller.clientHeight - rows.top;
    const index = rows.layout.indexAt(bottom);
    return rows.layout.offsetOf(index + 1) <= bottom ? index : Math.max(0, index - 1);
  }

  /** Scrolls as little as brings the whole row into view, or its top if it is higher than the view. */
  function reveal(index: number): void {
    if (index < 0) return;
    const { layout, top } = rows;
    const start = top + layout.offsetOf(index);
    const end = Math.min(top + layout.offsetOf(index + 1), start + scroller.clientHeight);
    if (start < scroller.scrollTop) scrollTo(index === 0 ? 0 : start);
    else if (end > scroller.scrollTop + scroller.clientHeight) scrollTo(end - scroller.clientHeight);
    draw();
  }

  function toggle(row: LogRow, isOpen = !expanded.has(row.id)): void {
    if (isOpen === expanded.has(row.id)) return;
    // Someone reads: the row stays where it is, also at the end.
    isFollowing = false;
    setCursor(row, false);
    update(() => {
      if (isOpen) expanded.set(row.id, row);
      else expanded.delete(row.id);
      rows.forget(row);
    });
    opened = isOpen ? row : undefined;
    isFollowing = !isOpen && isEndInView();
  }

  scroller.addEventListener('scroll', () => {
    if (Math.abs(scroller.scrollTop - ownTop) > 1) isFollowing = isEndInView();
    ownTop = -1;
    draw();
  });
  new ResizeObserver(() => update(() => undefined)).observe(scroller);
  grid.addEventListener('mousedown', (event) => {
    const id = event.target instanceof Element ? event.target.closest('.row')?.id : undefined;
    const row = id && model.shown.find((one) => `row-${one.id}` === id);
    if (!row || event.button !== 0) return;
    setCursor(row, event.shiftKey);
    // Else the browser selects all text from the last click to here.
    if (event.shiftKey) event.preventDefault();
    grid.focus({ preventScroll: true });
    draw();
  });

  return {
    get isAtEnd() {
      return isFollowing || isEndInView();
    },
    get active() {
      return cursor?.active;
    },
    get selected() {
      return selection ? model.shown.slice(selection.first, selection.last + 1) : [];
    },
    get anchor() {
      return isFollowing ? undefined : topRow(false);
    },
    update,
    reset() {
      expanded.clear();
      rows.forgetAll();
      cursor = undefined;
      isFollowing = true;
    },
    restore(anchor) {
      isFollowing = false;
      place(anchor);
      draw();
    },
    toEnd() {
      isFollowing = true;
      scrollTo(scroller.scrollHeight);
      draw();
    },
    move(move, isExtending) {
      const { shown } = model;
      const from = cursor ? model.indexOf(cursor.active) : -1;
      const page = Math.max(1, Math.floor(scroller.clientHeight / deps.rowHeight) - 1);
      const start = from < 0 ? lastInView() : from;
      const isFirstStep = from < 0 && (move === 'up' || move === 'down');
      const index = isFirstStep ? start : moveIndex(start, move, shown.length, page);
      const row = shown[index];
      if (!row) return;
      setCursor(row, isExtending);
      reveal(index);
      isFollowing = isEndInView();
    },
    select,
    selectAll() {
      const [origin] = model.shown;
      const active = model.shown.at(-1);
      if (origin && active) select(origin, active);
    },
    toggle,
  };
}
