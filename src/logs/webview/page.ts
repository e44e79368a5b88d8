import { render } from 'lit/html.js';
import { coalesce } from '../../editor/webview/coalesce.ts';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { createCountdown } from '../../editor/webview/countdown.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageStart } from '../../editor/webview/protocol.ts';
import { scrollToEndButton } from '../../editor/webview/scrollToEndButton.ts';
import { omitUndefined } from '../../fields.ts';
import { noFilter, splitFilter } from '../filter.ts';
import type { LogPage } from '../protocol.ts';
import { findCommonDate } from '../rowText.ts';
import {
  defaultOptions,
  readSavedState,
  type SavedState,
  type ScrollAnchor,
  type ViewOptions,
} from '../savedState.ts';
import { createAnnouncer } from './announcer.ts';
import { listenToClicks } from './clicks.ts';
import { listenToContextMenu } from './contextMenu.ts';
import { listenToCopying } from './copying.ts';
import { createNumberFormats, drawFrame } from './frame.ts';
import { type FrameActions, isDeployment } from './frameView.ts';
import { createHistogram } from './histogram.ts';
import { createItemCache } from './itemCache.ts';
import { listenToKeys } from './keys.ts';
import { createListController } from './listController.ts';
import { createHighlighter } from './marks.ts';
import { createPageElements } from './pageElements.ts';
import { createRowList } from './rowList.ts';

/** Builds the page, as it was when it was last seen. */
export function createPage(
  app: HTMLElement,
  { strings, state: first }: PageStart<LogPage>,
  host: PageHost<LogPage>,
): PageHandlers<LogPage> {
  const { post, request, announce } = host;
  const saved = readSavedState(host.savedState);
  const numbers = createNumberFormats(document.documentElement.lang);
  const { number } = numbers;
  const parts = createPageElements(app, strings, host.liveRegion);
  const announcer = createAnnouncer(host.liveRegion, strings);
  const countdown = createCountdown(() => draw());
  let state = first;
  // Before the list measures itself.
  app.classList.toggle('deployment', isDeployment(state));
  let options: ViewOptions = saved?.options ?? defaultOptions;
  /** Shown rows that came below the view since its end was last seen. */
  let below = 0;
  /** Where the view was before a reload; kept until the rows are there again. */
  let awaited: ScrollAnchor | undefined = saved?.anchor;
  let wasAtEnd = true;

  const drawSoon = coalesce(draw, requestAnimationFrame);
  const saveSoon = coalesce(save, (run) => setTimeout(run, 200));
  const copy = (first: number, last: number) => post({ kind: 'copy', first, last });

  const items = createItemCache(
    (first, count, isAtEnd) => request('items', { first, count, isAtEnd }),
    () => list.draw(),
    (id) => request('text', { entryId: id }),
  );
  const list = createRowList({
    ...parts,
    items,
    strings,
    options: () => options,
    mark: createHighlighter(items, () => control.filter.find),
    toggleRequest: (requestId, isOpen) => post({ kind: 'toggleRequest', requestId, isOpen }),
    actions: {
      showRequest: (requestId) => control.showRequest(requestId),
      copy: ({ id }) => copy(items.indexOf(id), items.indexOf(id)),
      callAgain: (requestId) => post({ kind: 'callAgain', requestId }),
      openLink: (url) => post({ kind: 'openLink', url }),
      fill: ({ id }) => post({ kind: 'fill', id }),
    },
    onMove: () => {
      if (list.isAtEnd) below = 0;
      if (list.isAtEnd !== wasAtEnd) drawSoon();
      wasAtEnd = list.isAtEnd;
      drawBelow();
      histogram.mark(list.anchor?.time);
      saveSoon();
    },
  });
  const control = createListController({
    host,
    items,
    list,
    filter: saved?.filter ?? noFilter,
    isGrouped: () => options.isGrouped,
    onList: () => {
      below = 0;
    },
    onChange: () => {
      draw();
      drawBelow();
      // At once: the page may be gone the next moment, and what was chosen must not be.
      save();
    },
  });

  const histogram = createHistogram({
    root: parts.histogram,
    grid: parts.grid,
    strings,
    number,
    notify: (isShown, zone) => post({ kind: 'showHistogram', isShown, zone }),
    select: (time) => control.setFilter({ ...control.filter, time }),
    hide: () => setOptions({ ...options, hasHistogram: false }),
  });

  const actions: FrameActions = {
    post,
    setFilter: control.setFilter,
    setOptions,
    find: control.find,
    searchService() {
      const { serviceLevels, serviceText, localFilter } = splitFilter(control.filter);
      post({ kind: 'search', text: serviceText, level: serviceLevels });
      control.setFilter(localFilter);
    },
    clearService(part) {
      const { level = [], search = '' } = state.identity;
      post({ kind: 'search', text: part === 'text' ? '' : search, level: part === 'level' ? [] : level });
    },
    loadOlder: () => void loadMore('loadOlder'),
    loadNewer: () => void loadMore('loadNewer'),
    clearFilters: () => control.setFilter(noFilter),
  };

  function draw(): void {
    const { filter, findState } = control;
    const { loaded, shown, counts, hits, times } = control.state;
    const day = times && findCommonDate(times, options.isUtc);
    const around = { state, strings, filter, counts, options, loaded, shown, day };
    const now = { isAtEnd: list.isAtEnd, secondsLeft: countdown.seconds ?? 0 };
    const view = { ...numbers, ...around, ...now, find: { ...findState, hits } };
    if (drawFrame(parts, view, actions)) list.resize();
    histogram.draw({ isShown: options.hasHistogram && loaded > 0, time: filter.time, isUtc: options.isUtc });
  }

  function drawBelow(): void {
    const isAtEnd = list.isAtEnd || items.length === 0;
    render(
      scrollToEndButton(isAtEnd ? undefined : below, strings, number, () => list.toEnd()),
      parts.below,
    );
  }

  function setOptions(next: ViewOptions): void {
    const isRegrouped = next.isGrouped !== options.isGrouped;
    options = next;
    showOptions();
    if (isRegrouped) control.regroup();
    else list.redraw();
    draw();
    save();
  }

  function showOptions(): void {
    app.classList.toggle('wrapped', options.isWrapped);
    app.classList.toggle('with-columns', options.hasColumns);
  }

  async function loadMore(kind: 'loadOlder' | 'loadNewer'): Promise<void> {
    // Its button goes, and would take the focus with it.
    parts.grid.focus({ preventScroll: true });
    try {
      const { found } = await request(kind, {});
      const [one, many] =
        kind === 'loadOlder'
          ? [strings.announceOneOlder, strings.announceOlder]
          : [strings.announceOneNewer, strings.announceNewer];
      if (found > 0) announce(found === 1 ? one : formatText(many, number(found)));
      else if (kind === 'loadNewer' && !state.problem) announce(strings.nothingNewer);
    } catch {
      // Why it failed came as state.
    }
  }

  const change: PageHandlers<LogPage>['change'] = (message) => {
    let end = items.length;
    items.apply(message.edits, message.state.length, message.end, message.isStale);
    for (const { at, removed, inserted } of message.edits) {
      if (at < end) end += inserted - removed;
      else if (!list.isAtEnd) below += inserted;
    }
    control.changed(message.state);
    list.changed(message.edits);
    if (awaited) void restore(awaited);
    if (state.task === undefined) announcer.add(message.fresh);
    draw();
    drawBelow();
    // The next change comes when this one has been seen: no more of them than there are frames.
    requestAnimationFrame(() => post({ kind: 'drawn' }));
  };

  async function restore(anchor: ScrollAnchor): Promise<void> {
    try {
      const { places } = await request('locate', { tracked: [anchor] });
      if (places[0] && awaited) list.restore(anchor, places[0].index);
    } catch {
      // The page is closing.
    }
  }

  function setState(next: typeof state): void {
    state = next;
    countdown.set(next.waitsFor ?? next.reconnectsIn);
    // Once a reading has ended, the place of the view is the user's again.
    if (!next.task && items.length > 0 && awaited) {
      void restore(awaited).finally(() => {
        awaited = undefined;
      });
    }
    draw();
    saveSoon();
  }

  function save(): void {
    const anchor = awaited ?? list.anchor;
    const { identity, isLive } = state;
    const end = items.at(items.length - 1);
    const last = end && { id: end.id, time: end.time, unseen: below };
    const { filter } = control;
    const kept: SavedState = { identity, filter, options, isLive, ...omitUndefined({ anchor, last }) };
    host.save(kept);
  }

  async function start(): Promise<void> {
    const tracked = [saved?.anchor, saved?.last].filter((one) => one !== undefined);
    const places = await control.begin(tracked.map(({ id, time }) => ({ id, time })));
    const [anchor] = places;
    const last = places.at(-1);
    if (saved?.anchor && anchor && items.length > 0) {
      list.restore(saved.anchor, anchor.index);
      // The host kept on reading while the page was gone.
      if (saved.last && last?.isExact) below = saved.last.unseen + items.length - 1 - last.index;
      if (!state.task) awaited = undefined;
    }
    setState(state);
    drawBelow();
  }

  listenToKeys({
    grid: parts.grid,
    list,
    control,
    toggle: (name) => setOptions({ ...options, [name]: !options[name] }),
    focusFilter: () => {
      const input = parts.toolbar.querySelector('input');
      input?.focus();
      input?.select();
    },
    clearFilter: () => {
      control.clear();
      parts.grid.focus({ preventScroll: true });
    },
  });
  listenToClicks(parts.host, list);
  listenToCopying({ host: parts.host, list, copy });
  listenToContextMenu({ ...parts, list, filter: () => control.filter });
  showOptions();
  draw();
  void start().catch(() => undefined);

  return {
    state: setState,
    change,
    reset() {
      below = 0;
      items.reset(0);
      list.reset();
      control.cleared();
      draw();
    },
    matches: ({ matches }) => items.addMatches(matches),
    histogram: (message) => histogram.show(message.histogram),
    options: (message) => setOptions(message.options),
    nextError: ({ isForward }) => control.nextError(isForward),
    showRequest: ({ requestId }) => control.showRequest(requestId),
    onlyRequest: ({ requestId }) => control.onlyRequest(requestId),
    showInContext({ id }) {
      // The active row is the one that stays in view.
      const index = items.indexOf(id);
      if (index >= 0) list.goTo(index);
      control.showInContext();
    },
    copySelection() {
      if (list.selection) copy(list.selection.first, list.selection.last);
    },
  };
}
