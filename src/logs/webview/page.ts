import { render } from 'lit/html.js';
import { type Filter, isNarrowing, noFilter } from '../filter.ts';
import type { Insert } from '../logRow.ts';
import type { FromPage, ReplyOf, ToPage } from '../protocol.ts';
import { copyText } from '../rowText.ts';
import type { Anchor, SavedState } from '../savedState.ts';
import { fill } from '../strings.ts';
import { createAnnouncer } from './announcer.ts';
import { belowButton } from './belowButton.ts';
import { listenToCopying } from './copying.ts';
import { createCountdown } from './countdown.ts';
import { listenToKeys } from './keys.ts';
import { createModel } from './model.ts';
import { emptyPlace, type NoticeActions, noticeBar, olderPlace, statusLine } from './notices.ts';
import { createRowList } from './rowList.ts';
import { createSkeleton } from './skeleton.ts';
import { type ToolbarActions, toolbar } from './toolbar.ts';

/** How the page reaches its host. */
export interface Host {
  post(message: FromPage): void;
  loadOlder(): Promise<ReplyOf<'loadOlder'>>;
  save(state: SavedState): void;
}

/** The running page; takes what the host sends after the first paint. */
export interface Page {
  receive(message: ToPage): void;
}

/** Builds the page from its first paint, as it was when it was last seen (`saved`). */
export function createPage(app: HTMLElement, paint: ReplyOf<'ready'>, host: Host, saved?: SavedState): Page {
  const { strings } = paint;
  const { lang } = document.documentElement;
  const number = new Intl.NumberFormat(lang).format;
  const short = { notation: 'compact', maximumFractionDigits: 0, roundingMode: 'trunc' } as const;
  const compact = new Intl.NumberFormat(lang, short).format;
  const parts = createSkeleton(app, strings);
  const announcer = createAnnouncer(parts.spoken, strings);
  const model = createModel();
  const countdown = createCountdown(() => drawFrame());
  let { state } = paint;
  /** Shown rows that came below the view since its end was last seen. */
  let below = 0;
  /** Where the view was before a reload; kept until the rows are there again. */
  let awaited: Anchor | undefined = saved?.anchor;
  let isSaveDue = false;

  const list = createRowList({
    ...parts,
    rowHeight: setRowHeight(app, parts.grid),
    model,
    strings,
    actions: { showRequest, copy: (row) => host.post({ kind: 'copy', text: copyText([row]) }) },
    onMove: () => {
      if (list.isAtEnd) below = 0;
      drawBelow();
      // Out of view it takes no focus, which would bring the view there.
      const { older, scroller } = parts;
      older.inert = scroller.scrollTop >= older.offsetHeight && !older.contains(document.activeElement);
      saveSoon();
    },
  });

  const actions: ToolbarActions & NoticeActions = {
    setLive: (isOn) => host.post({ kind: 'live', isOn }),
    chooseRange: () => host.post({ kind: 'chooseRange' }),
    setFilter,
    searchService: () => {
      const level = model.filter.levels.filter((one) => one !== 'OTHER');
      host.post({ kind: 'search', text: model.filter.text.trim(), level });
      setFilter(noFilter);
    },
    clearService: () => host.post({ kind: 'search', text: '', level: [] }),
    retry: () => host.post({ kind: 'retry' }),
    dismiss: () => host.post({ kind: 'dismiss' }),
    cure: (index) => host.post({ kind: 'cure', index }),
    cancel: () => host.post({ kind: 'cancel' }),
    loadOlder: () => void loadOlder(),
    clearFilters: () => setFilter(noFilter),
  };

  function drawFrame(): void {
    const loaded = model.rows.length;
    const shown = model.shown.length;
    const { filter, counts } = model;
    const view = { state, strings, number, compact, loaded, shown, filter, counts };
    render(toolbar(view, actions), parts.toolbar);
    render(noticeBar(view, actions), parts.notice);
    render(emptyPlace(view, actions), parts.empty);
    render(olderPlace(view, actions), parts.older);
    render(statusLine(view, countdown.seconds, actions), parts.status);
  }

  function drawBelow(): void {
    const isAtEnd = list.isAtEnd || model.shown.length === 0;
    render(
      belowButton(isAtEnd ? undefined : below, strings, number, () => list.toEnd()),
      parts.below,
    );
  }

  function setFilter(filter: Filter): void {
    list.update(() => model.setFilter(filter), true);
    drawFrame();
    saveSoon();
  }

  function showRequest(requestId: string): void {
    const { requestId: current, ...others } = model.filter;
    setFilter(current === requestId ? others : { ...others, requestId });
  }

  async function loadOlder(): Promise<void> {
    try {
      const { found } = await host.loadOlder();
      if (found > 0) announcer.say(fill(strings.announceOlder, number(found)));
    } catch {
      // Why it failed came as state.
    }
  }

  function insert(inserts: readonly Insert[]): void {
    const isLive = state.task === undefined;
    list.update(() => {
      const added = model.insert(inserts);
      if (!list.isAtEnd) below += added;
    });
    if (awaited) list.restore(awaited);
    if (isLive) announcer.add(inserts.flatMap(({ rows }) => rows));
    drawFrame();
    drawBelow();
  }

  function setState(next: typeof state): void {
    state = next;
    countdown.set(next.reconnectsIn);
    // Once a reading has ended, the place of the view is the user's again.
    if (!next.task && model.rows.length > 0) awaited = undefined;
    drawFrame();
    saveSoon();
  }

  function saveSoon(): void {
    if (!isSaveDue) setTimeout(save, 200);
    isSaveDue = true;
  }

  function save(): void {
    isSaveDue = false;
    const anchor = awaited ?? list.anchor;
    const { identity, isLive } = state;
    const end = model.shown.at(-1);
    const last = end && { id: end.id, time: end.time, unseen: below };
    host.save({ identity, filter: model.filter, isLive, ...(anchor && { anchor }), ...(last && { last }) });
  }

  listenToKeys({
    grid: parts.grid,
    list,
    showRequest,
    focusFilter: () => {
      const input = parts.toolbar.querySelector('input');
      input?.focus();
      input?.select();
    },
    clearFilter: () => {
      if (isNarrowing(model.filter)) setFilter(noFilter);
      parts.grid.focus({ preventScroll: true });
    },
  });
  listenToCopying({ host: parts.host, list, shown: () => model.shown });

  if (saved) model.setFilter(saved.filter);
  list.update(() => model.reset(paint.rows));
  if (awaited && model.rows.length > 0) {
    list.restore(awaited);
    // The host kept on reading while the page was gone.
    const last = saved?.last ? model.indexOf(saved.last) : -1;
    if (saved?.last && last >= 0) below = saved.last.unseen + model.shown.length - 1 - last;
  }
  setState(paint.state);
  drawBelow();

  return {
    receive(message) {
      switch (message.kind) {
        case 'rows':
          insert(message.inserts);
          break;
        case 'reset':
          list.reset();
          below = 0;
          list.update(() => model.reset([]));
          drawFrame();
          break;
        case 'state':
          setState(message.state);
          break;
        case 'reply':
          break;
      }
    },
  };
}

/** Sets and answers the height of a row in pixels: it follows the editor's font size, which people choose. */
function setRowHeight(app: HTMLElement, grid: HTMLElement): number {
  const fontSize = Number.parseFloat(getComputedStyle(grid).fontSize);
  const height = Math.max(22, Math.round(fontSize * 1.6));
  app.style.setProperty('--row-height', `${height}px`);
  return height;
}
