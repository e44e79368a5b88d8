import { createElement } from '../../editor/webview/dom.ts';
import { createListElements, measureRowHeight } from '../../editor/webview/listElements.ts';
import { createListView } from '../../editor/webview/listView.ts';
import { type Move, moveIndex } from '../../editor/webview/moves.ts';
import { createRenderedRows } from '../../editor/webview/renderedRows.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { MessageFind } from './messageFind.ts';
import type { createMessageLineCache, MessageItem } from './messageLineCache.ts';
import { createMessageRowFactory } from './messageRow.ts';

interface MessageListDeps {
  readonly strings: InspectorTexts;
  readonly language: string;
  readonly rows: Pick<MessageFind, 'indexAt' | 'isNarrowed' | 'length' | 'rowOf'>;
  readonly lines: ReturnType<typeof createMessageLineCache>;
  /** Returns the pattern that is highlighted in a message. */
  readonly mark: (matches: readonly string[] | undefined) => RegExp | undefined;
  /** Called when another message becomes active. */
  readonly select: (index: number) => void;
  /** Called when the view moves. */
  readonly onMove: () => void;
}

/** Number of rows beyond each edge of the view, so that scrolling shows no blank before the next frame. */
const overscan = 6;
/** Number of lines that are requested beyond the drawn rows. */
const prefetchMargin = 40;
const noHeights = new Map<number, number>();

export type MessageList = ReturnType<typeof createMessageList>;

/** The virtual list of messages with its selection. Messages are identified by index. */
export function createMessageList(deps: MessageListDeps) {
  const { strings, language, rows, lines } = deps;
  const parts = createListElements(strings.messages);
  const { grid, host, scroller } = parts;
  // Nothing can be loaded above the first row.
  parts.older.classList.add('none');
  grid.classList.add('list');
  grid.dataset['key'] = 'messages';
  const below = createElement('div', 'below');
  const empty = createElement('p', 'empty quiet', {}, strings.noMessages);
  const root = createElement('div', 'view', {}, scroller, empty, below);
  const rowHeight = measureRowHeight(document.body);
  root.style.setProperty('--row-height', `${rowHeight}px`);
  /** The active message and the other end of the selection. */
  let cursor: { readonly active: number; readonly origin: number } | undefined;

  const view = createListView({
    ...parts,
    rowHeight,
    items: rows,
    onScroll: draw,
    heightOf: () => rowHeight,
    openHeights: () => noHeights,
  });
  const drawn = createRenderedRows(
    host,
    createMessageRowFactory(strings, language),
    (row, item: MessageItem) => row.show(item, deps.mark(item.line?.matches)),
  );

  /** Returns the first and last selected row. */
  function selection(): { readonly first: number; readonly last: number } | undefined {
    if (!cursor) return undefined;
    const ends = [rows.rowOf(cursor.active), rows.rowOf(cursor.origin)].filter((row) => row >= 0);
    return ends.length === 0 ? undefined : { first: Math.min(...ends), last: Math.max(...ends) };
  }

  function draw(): void {
    const { first, last } = view.range(overscan);
    const end = Math.min(rows.length, last + 1 + prefetchMargin);
    const start = Math.max(0, first - prefetchMargin);
    void lines.request(Array.from({ length: Math.max(0, end - start) }, (_, at) => rows.indexAt(start + at)));
    const items = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
      lines.item(rows.indexAt(first + at)),
    );
    const selected = selection();
    const active = cursor && rows.rowOf(cursor.active);
    drawn.show(items, (row, position) => {
      const at = first + position;
      row.ariaRowIndex = String(at + 1);
      row.classList.toggle('active', at === active);
      row.ariaSelected = String(selected !== undefined && at >= selected.first && at <= selected.last);
    });
    view.place(first);
    grid.ariaRowCount = String(rows.length);
    if (cursor && drawn.has(cursor.active)) {
      grid.setAttribute('aria-activedescendant', `message-${cursor.active}`);
    } else grid.removeAttribute('aria-activedescendant');
    empty.hidden = rows.length > 0;
    empty.textContent = rows.isNarrowed ? strings.noneMatch : strings.noMessages;
    deps.onMove();
  }

  function goTo(row: number, isExtending = false): void {
    const active = rows.indexAt(row);
    // Text that is selected with the mouse would hide the selection of rows.
    getSelection()?.removeAllRanges();
    cursor = { active, origin: isExtending ? (cursor?.origin ?? active) : active };
    view.reveal(row);
    view.followIfAtEnd();
    draw();
    deps.select(active);
  }

  new ResizeObserver(() => {
    view.resize();
    draw();
  }).observe(scroller);
  host.addEventListener('mousedown', (event) => {
    const row = event.target instanceof Element ? drawn.itemOf(event.target) : undefined;
    if (!row || event.button !== 0) return;
    // Selects whole rows instead of the text between two clicks.
    if (event.shiftKey) event.preventDefault();
    goTo(rows.rowOf(row.id), event.shiftKey);
  });

  return {
    root,
    grid,
    below,
    get isAtEnd(): boolean {
      return view.isAtEnd;
    },
    get active(): number | undefined {
      return cursor?.active;
    },
    /** Indexes of the selected messages. */
    get selected(): readonly number[] {
      const { first, last } = selection() ?? { first: 0, last: -1 };
      return Array.from({ length: last - first + 1 }, (_, at) => rows.indexAt(first + at));
    },
    draw,
    /**
     * Updates the rows. With `isShown`, the active message stays in view. `gone`: number of rows that were removed at the
     * top.
     */
    changed(isShown: boolean, gone: number): void {
      if (gone > 0) view.shift((index) => Math.max(0, index - gone));
      view.layOut();
      const row = cursor ? rows.rowOf(cursor.active) : -1;
      if (isShown && row >= 0 && !view.isFollowing) view.reveal(row);
      draw();
    },
    /** Draws all rows again, for another text to highlight. */
    redraw(): void {
      drawn.forgetAll();
      draw();
    },
    /** Makes a message active, and reveals it if it's a row. */
    show(index: number): void {
      const row = rows.rowOf(index);
      if (row >= 0) {
        goTo(row);
        return;
      }
      cursor = { active: index, origin: index };
      draw();
      deps.select(index);
    },
    move(move: Move, isExtending: boolean): void {
      if (rows.length === 0) return;
      const known = cursor ? rows.rowOf(cursor.active) : -1;
      const start = known < 0 ? view.lastWhole() : known;
      const page = view.rowsInPage(start, move);
      const isStart = known < 0 && (move === 'up' || move === 'down');
      goTo(isStart ? start : moveIndex(start, move, rows.length, page), isExtending);
    },
    selectAll(): void {
      if (rows.length === 0) return;
      cursor = { active: rows.indexAt(rows.length - 1), origin: rows.indexAt(0) };
      draw();
    },
    toEnd(): void {
      view.follow();
      draw();
    },
  };
}
