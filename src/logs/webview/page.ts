import { render } from 'lit/html.js';
import { coalesce } from '../../editor/webview/coalesce.ts';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { createCountdown } from '../../editor/webview/countdown.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { listenToRowPresses } from '../../editor/webview/listSelection.ts';
import type { PageStart } from '../../editor/webview/protocol.ts';
import { scrollToEndButton } from '../../editor/webview/scrollToEndButton.ts';
import { omitUndefined } from '../../fields.ts';
import { noFilter, splitFilter } from '../filter.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { LogPage, LogPageState, ToPage } from '../protocol.ts';
import { isOutOfTimeOrder, timeOrder } from '../requestSort.ts';
import {
  defaultOptions,
  readSavedState,
  type SavedState,
  type ScrollAnchor,
  type ViewOptions,
} from '../savedState.ts';
import { createAnnouncer } from './announcer.ts';
import { listenToContextMenu } from './contextMenu.ts';
import { listenToCopying } from './copying.ts';
import { createNumberFormatters, drawFrame } from './frame.ts';
import { type FrameActions, isDeploymentLog } from './frameView.ts';
import { HistogramStrip } from './histogram.ts';
import { createHighlighter, ItemCache } from './itemCache.ts';
import { listenToKeys } from './keys.ts';
import { ListController } from './listController.ts';
import { createPageElements, type PageElements } from './pageElements.ts';
import { RowList } from './rowList.ts';
import { goToSlowest } from './slowest.ts';
import { createSummary } from './summary.ts';

/** Creates the page, and restores its saved state. */
export function createPage(
  app: HTMLElement,
  start: PageStart<LogPage>,
  host: PageHost<LogPage>,
): PageHandlers<LogPage> {
  const page = new LogPageController(app, start, host);
  return {
    state: (state) => page.setState(state),
    change: (change) => page.applyChange(change),
    reset: () => page.reset(),
    matches: ({ matches }) => page.items.addMatches(matches),
    histogram: ({ histogram }) => page.histogram.show(histogram),
    options: ({ options }) => page.setOptions(options),
    nextError: ({ isForward }) => page.goToError(isForward),
    goToSlowest: () => page.goToSlowest(),
    showSummary: () => page.toggleSummary(),
    showRequest: ({ requestId }) => page.controller.toggleRequestFilter(requestId),
    goToRow: ({ row }) => void page.controller.goToRow(row),
    onlyRequest: ({ requestId }) => page.controller.setRequestFilter(requestId),
    showInContext: ({ id }) => page.showInContext(id),
    copySelection: () => page.postSelection('copy'),
    explainSelection: () => page.postSelection('explain'),
  };
}

type ListChange = Omit<Extract<ToPage, { readonly kind: 'change' }>, 'kind'>;

class LogPageController {
  readonly items: ItemCache;
  readonly list: RowList;
  readonly controller: ListController;
  readonly histogram: HistogramStrip;
  readonly summary: ReturnType<typeof createSummary>;
  readonly #app: HTMLElement;
  readonly #texts: LogTexts;
  readonly #host: PageHost<LogPage>;
  readonly #saved: SavedState | undefined;
  readonly #elements: PageElements;
  readonly #numbers = createNumberFormatters(document.documentElement.lang);
  readonly #announcer: ReturnType<typeof createAnnouncer>;
  readonly #countdown = createCountdown(() => this.#draw());
  readonly #drawSoon = coalesce(() => this.#draw(), requestAnimationFrame);
  readonly #saveSoon = coalesce(
    () => this.#save(),
    (run) => setTimeout(run, 200),
  );
  readonly #actions: FrameActions;
  /** Draws the running time of a step each second. */
  #runningTimer: ReturnType<typeof setInterval> | undefined;
  /** The time at which the page received its state, by `performance.now()`. */
  #stateTime = performance.now();
  /** The rows that the summary of errors has. */
  #errorIds: ReadonlySet<number> = new Set();
  #state: LogPageState;
  #options: ViewOptions;
  /** Number of rows that arrived below the viewport since the end of the list was last visible. */
  #unseenCount = 0;
  /** The saved scroll position of a restored page, until its rows are loaded. */
  #pendingAnchor: ScrollAnchor | undefined;
  /** The state of the list with which the elements around it were drawn. */
  #drawnListState = '';

  constructor(app: HTMLElement, { texts, state }: PageStart<LogPage>, host: PageHost<LogPage>) {
    this.#app = app;
    this.#texts = texts;
    this.#host = host;
    this.#state = state;
    this.#saved = readSavedState(host.savedState);
    this.#options = this.#saved?.options ?? defaultOptions;
    this.#pendingAnchor = this.#saved?.anchor;
    this.#elements = createPageElements(app, texts, host.liveRegion);
    this.#announcer = createAnnouncer(host.liveRegion, texts);
    // Must be set before the list measures its rows.
    app.classList.toggle('deployment', isDeploymentLog(state));
    this.items = new ItemCache(
      (first, count, isAtEnd) => host.request('items', { first, count, isAtEnd }),
      () => this.list.draw(),
      (id) => host.request('text', { entryId: id }),
    );
    this.list = this.#createList();
    this.controller = this.#createController();
    this.histogram = new HistogramStrip({
      root: this.#elements.histogram,
      grid: this.#elements.grid,
      texts,
      formatNumber: this.#numbers.formatNumber,
      onShownChange: (isShown, zone) => host.post({ kind: 'showHistogram', isShown, zone }),
      onSelect: (time) => this.controller.setFilter({ ...this.controller.filter, time }),
      onHide: () => this.setOptions({ ...this.#options, hasHistogram: false }),
    });
    this.summary = createSummary({
      ...this.#numbers,
      root: this.#elements.summary,
      texts,
      host,
      narrow: (operation) => this.controller.setFilter({ ...this.controller.filter, operation }),
      onChange: () => {
        this.#draw();
        this.list.resize();
      },
      focusList: () => this.#elements.grid.focus({ preventScroll: true }),
    });
    this.#actions = this.#createFrameActions();
    this.#listenToInput();
    this.#showOptions();
    this.#draw();
    void this.#start().catch(() => undefined);
  }

  setState(next: LogPageState): void {
    this.#state = next;
    this.#showVerdict();
    this.#countdown.set(next.retryInMs ?? next.reconnectInMs);
    // After the task has ended, the user controls the position.
    if (!next.task && this.items.length > 0 && this.#pendingAnchor) {
      void this.#restore(this.#pendingAnchor).finally(() => {
        this.#pendingAnchor = undefined;
      });
    }
    this.#draw();
    this.#saveSoon();
  }

  applyChange({ edits, state, end: lastItems, fresh, isStale }: ListChange): void {
    let end = this.items.length;
    this.items.applyChange(edits, state.length, lastItems, isStale);
    const isSorted = isOutOfTimeOrder(this.#options);
    // In another order, new rows can be anywhere.
    if (isSorted) this.#unseenCount += Math.min(fresh.entries, Math.max(0, state.length - end));
    for (const { at, removed, inserted } of isSorted ? [] : edits) {
      if (at < end) end += inserted - removed;
      else if (!this.list.isAtEnd) this.#unseenCount += inserted;
    }
    this.controller.setState(state);
    this.list.applyEdits(edits, state.dayStarts);
    if (this.#pendingAnchor) void this.#restore(this.#pendingAnchor);
    if (this.#state.task === undefined) this.#announcer.add(fresh);
    this.#draw();
    this.#drawScrollButton();
    this.summary.update();
    // The host sends the next change after this one is visible, so at most one per frame.
    requestAnimationFrame(() => this.#host.post({ kind: 'drawn' }));
  }

  reset(): void {
    this.#unseenCount = 0;
    this.items.reset(0);
    this.list.reset();
    this.controller.reset();
    this.#draw();
  }

  setOptions(next: ViewOptions): void {
    const { isGrouped, isUtc, sort } = this.#options;
    const isSortChanged =
      next.isGrouped && (next.sort.by !== sort.by || next.sort.isDescending !== sort.isDescending);
    this.#options = next;
    this.#showOptions();
    // The heading can appear, before the positions of rows in the viewport are read.
    this.#draw();
    if (next.isGrouped !== isGrouped || isSortChanged) void this.#regroup();
    else {
      if (next.isUtc !== isUtc) this.controller.refresh();
      this.list.redraw();
    }
    this.#save();
  }

  /** Groups, ungroups, or sorts the list. A list that isn't in the order of time begins at its start. */
  async #regroup(): Promise<void> {
    await this.controller.regroup();
    if (isOutOfTimeOrder(this.#options)) this.list.scrollToStart();
  }

  /** Scrolls to the newest entries, and follows them. Restores the order of time. */
  async #follow(): Promise<void> {
    if (isOutOfTimeOrder(this.#options)) {
      this.#options = { ...this.#options, sort: timeOrder };
      await this.controller.regroup();
    }
    this.list.scrollToEnd();
  }

  showInContext(id: number): void {
    // The active row stays in view.
    const index = this.items.indexOf(id);
    if (index >= 0) this.list.goTo(index);
    this.controller.showInContext();
  }

  postSelection(kind: 'copy' | 'explain'): void {
    const { selection } = this.list;
    if (selection) this.#host.post({ kind, first: selection.first, last: selection.last });
  }

  /** Goes to the next or the previous error. The log of a deployment has no levels, but a summary of errors. */
  goToError(isForward: boolean): void {
    const { verdict } = this.#state;
    if (!verdict) {
      this.controller.goToError(isForward);
      return;
    }
    const activeId = this.list.active?.id;
    const rows = verdict.errors.map(({ row }) => row);
    const next = isForward
      ? rows.find(({ id }) => activeId === undefined || id > activeId)
      : rows.findLast(({ id }) => activeId === undefined || id < activeId);
    if (next) void this.controller.goToRow(next);
  }

  /** Goes to the slowest request. Does nothing in the log of a deployment, which has no requests. */
  goToSlowest(): void {
    if (isDeploymentLog(this.#state)) return;
    void goToSlowest(this.controller, this.#elements.grid, this.#host.announce, this.#texts);
  }

  toggleSummary(): void {
    if (!isDeploymentLog(this.#state)) void this.summary.toggle();
  }

  /** Updates the running time and the marks of errors after the state has changed. */
  #showVerdict(): void {
    const { verdict } = this.#state;
    this.#stateTime = performance.now();
    clearInterval(this.#runningTimer);
    const isRunning = verdict?.steps.some(
      ({ state, durationMs }) => state === 'running' && durationMs !== undefined,
    );
    if (isRunning) this.#runningTimer = setInterval(() => this.#draw(), 1000);
    const ids = new Set(verdict?.errors.map(({ row }) => row.id));
    const isSame = ids.size === this.#errorIds.size && [...ids].every((id) => this.#errorIds.has(id));
    this.#errorIds = ids;
    if (!isSame) this.list.redraw();
  }

  #createList(): RowList {
    const { post } = this.#host;
    return new RowList({
      ...this.#elements,
      items: this.items,
      texts: this.#texts,
      options: () => this.#options,
      getHighlight: createHighlighter(this.items, () => this.controller.filter.find),
      isErrorRow: (id) => this.#errorIds.has(id),
      toggleRequest: (requestId, isOpen) => post({ kind: 'toggleRequest', requestId, isOpen }),
      actions: {
        toggleRequestFilter: (requestId) => this.controller.toggleRequestFilter(requestId),
        copy: ({ id }) => this.#copy(this.items.indexOf(id), this.items.indexOf(id)),
        callToolAgain: (requestId) => post({ kind: 'callAgain', requestId }),
        loadGap: ({ id }) => post({ kind: 'fill', id }),
      },
      onMove: () => this.#onMove(),
    });
  }

  #createController(): ListController {
    return new ListController({
      host: this.#host,
      items: this.items,
      list: this.list,
      filter: this.#saved?.filter ?? noFilter,
      options: () => this.#options,
      getTimeZone: () => (this.#options.isUtc ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone),
      onListReplaced: () => {
        this.#unseenCount = 0;
        void this.summary.refresh();
      },
      onChange: () => {
        this.#draw();
        this.#drawScrollButton();
        // Not delayed, because the page can be closed at any time.
        this.#save();
      },
    });
  }

  #createFrameActions(): FrameActions {
    const { controller } = this;
    const { post } = this.#host;
    return {
      post,
      setFilter: (filter) => controller.setFilter(filter),
      setOptions: (options) => this.setOptions(options),
      goToMatch: (isForward) => controller.goToMatch(isForward),
      searchService() {
        const { serviceLevels, serviceText, localFilter } = splitFilter(controller.filter);
        post({ kind: 'search', text: serviceText, level: serviceLevels });
        controller.setFilter(localFilter);
      },
      removeServiceCondition: (part) => {
        const { level = [], search = '' } = this.#state.identity;
        post({ kind: 'search', text: part === 'text' ? '' : search, level: part === 'level' ? [] : level });
      },
      follow: () => void this.#follow(),
      loadOlder: () => void this.#loadMore('loadOlder'),
      loadNewer: () => void this.#loadMore('loadNewer'),
      clearFilters: () => controller.setFilter(noFilter),
      goToSlowest: () => this.goToSlowest(),
      toggleSummary: () => this.toggleSummary(),
      goToRow: (row) => {
        this.#elements.grid.focus({ preventScroll: true });
        void controller.goToRow(row);
      },
    };
  }

  #listenToInput(): void {
    const { list, controller } = this;
    const { rowContainer, grid, toolbar } = this.#elements;
    listenToKeys({
      grid,
      list,
      controller,
      goToError: (isForward) => this.goToError(isForward),
      goToSlowest: () => this.goToSlowest(),
      toggleSummary: () => this.toggleSummary(),
      closeSummary: () => this.summary.close(),
      follow: () => void this.#follow(),
      toggle: (name) => this.setOptions({ ...this.#options, [name]: !this.#options[name] }),
      focusFilter: () => {
        const input = toolbar.querySelector('input');
        input?.focus();
        input?.select();
      },
      clearFilter: () => {
        controller.clear();
        grid.focus({ preventScroll: true });
      },
    });
    listenToRowPresses(
      rowContainer,
      (element) => {
        const row = list.findRow(element);
        return row && row.index >= 0 ? row : undefined;
      },
      (row, isExtending) => list.select(row, isExtending),
    );
    listenToCopying({ host: rowContainer, list, copy: (first, last) => this.#copy(first, last) });
    listenToContextMenu({ grid, host: rowContainer, list, filter: () => controller.filter });
  }

  async #start(): Promise<void> {
    const saved = this.#saved;
    const tracked = [saved?.anchor, saved?.last].filter((row) => row !== undefined);
    const places = await this.controller.loadFirstList(tracked.map(({ id, time }) => ({ id, time })));
    const [anchor] = places;
    const last = places.at(-1);
    if (saved?.anchor && anchor && this.items.length > 0) {
      this.list.restore(saved.anchor, anchor.index);
      // The host continued to read while the page was hidden.
      if (saved.last && last?.isExact) {
        this.#unseenCount = saved.last.unseen + this.items.length - 1 - last.index;
      }
      if (!this.#state.task) this.#pendingAnchor = undefined;
    } else if (isOutOfTimeOrder(this.#options)) this.list.scrollToStart();
    this.setState(this.#state);
    this.#drawScrollButton();
  }

  async #restore(anchor: ScrollAnchor): Promise<void> {
    try {
      const { places } = await this.#host.request('locate', { tracked: [anchor] });
      if (places[0] && this.#pendingAnchor) this.list.restore(anchor, places[0].index);
    } catch {
      // The page is closing.
    }
  }

  async #loadMore(kind: 'loadOlder' | 'loadNewer'): Promise<void> {
    const texts = this.#texts;
    // The focused button disappears.
    this.#elements.grid.focus({ preventScroll: true });
    try {
      const { found: count } = await this.#host.request(kind, {});
      const [singular, plural] =
        kind === 'loadOlder'
          ? [texts.announceOneOlder, texts.announceOlder]
          : [texts.announceOneNewer, texts.announceNewer];
      if (count > 0) {
        this.#host.announce(count === 1 ? singular : formatText(plural, this.#numbers.formatNumber(count)));
      } else if (kind === 'loadNewer' && !this.#state.problem) this.#host.announce(texts.nothingNewer);
    } catch {
      // The state of the page contains the failure.
    }
  }

  #copy(first: number, last: number): void {
    this.#host.post({ kind: 'copy', first, last });
  }

  #onMove(): void {
    const { isAtEnd, hasRows, anchor, drawnSort } = this.list;
    if (isAtEnd && !isOutOfTimeOrder(this.#options)) this.#unseenCount = 0;
    const listState = JSON.stringify([isAtEnd, hasRows, drawnSort]);
    if (listState !== this.#drawnListState) this.#drawSoon();
    this.#drawnListState = listState;
    this.#drawScrollButton();
    this.histogram.setListTime(anchor?.time);
    this.#saveSoon();
  }

  #draw(): void {
    const { filter, findState, hasList, state } = this.controller;
    const { loaded, shown, counts, hits, durations } = state;
    const options = this.#options;
    const view = {
      ...this.#numbers,
      state: this.#state,
      texts: this.#texts,
      filter,
      counts,
      options,
      sort: this.list.drawnSort,
      loaded,
      shown,
      durations,
      isSummaryOpen: this.summary.isOpen,
      isWaiting: !hasList || (shown > 0 && !this.list.hasRows),
      isAtEnd: this.list.isAtEnd,
      secondsLeft: this.#countdown.seconds ?? 0,
      elapsedMs: performance.now() - this.#stateTime,
      find: { ...findState, hits },
    };
    const { isResized, topPx } = drawFrame(this.#elements, view, this.#actions);
    if (isResized) this.list.resize(topPx);
    const isShown = options.hasHistogram && loaded > 0 && !isDeploymentLog(this.#state);
    this.histogram.draw({ isShown, time: filter.time, isUtc: options.isUtc });
  }

  #drawScrollButton(): void {
    const isSorted = isOutOfTimeOrder(this.#options);
    const isHidden = isSorted ? this.#unseenCount === 0 : this.list.isAtEnd || this.items.length === 0;
    const count = isHidden ? undefined : this.#unseenCount;
    const texts = isSorted ? { ...this.#texts, newBelowHint: this.#texts.newSortedHint } : this.#texts;
    render(
      scrollToEndButton(count, texts, this.#numbers.formatNumber, () => void this.#follow(), !isSorted),
      this.#elements.below,
    );
  }

  #showOptions(): void {
    this.#app.classList.toggle('wrapped', this.#options.isWrapped);
  }

  #save(): void {
    const { identity, isLive } = this.#state;
    const end = this.items.at(this.items.length - 1);
    const state: SavedState = {
      identity,
      filter: this.controller.filter,
      options: this.#options,
      isLive,
      ...omitUndefined({
        anchor: this.#pendingAnchor ?? this.list.anchor,
        last: end && { id: end.id, time: end.time, unseen: this.#unseenCount },
      }),
    };
    this.#host.save(state);
  }
}
