import { omitUndefined } from '../fields.ts';
import { levelGroups } from './filter.ts';
import { createHistogramUpdates, type HistogramUpdates } from './histogramUpdates.ts';
import type { ListItem, ListPosition, ListState, ReplyOf, RequestOf, ToPage } from './protocol.ts';
import { cutContent, maxLineLength } from './rowText.ts';
import type { LogStore, StoreChange } from './store/logStore.ts';
import { createDayFinder } from './view/dayStarts.ts';
import { createRequestNames } from './view/requestOperations.ts';
import type { StoreView } from './view/storeView.ts';

interface ListModelOptions {
  readonly store: LogStore;
  readonly view: StoreView;
  post(message: ToPage): void;
  /** Returns the message for an error of a search. */
  toProblem(error: unknown): string;
}

/**
 * Converts the ID of a request's first visible row to the ID of its header row, and back. -1 is reserved for unknown
 * rows.
 */
const toHeadId = (id: number): number => -1 - id;

/** Time in milliseconds for which changes of a grouped list are collected, because each one reads all rows. */
const groupedUpdateMs = 250;

/**
 * The minimum for a list that isn't in the order of time, whose visible rows move. Sorting hundreds of thousands of
 * requests takes long, so the part of the time that updates take is limited too.
 */
const sortedUpdateMs = 1000;
const maxSortedShare = 0.1;

/** Number of items that a new page receives with the first change, which fill a high window. */
const firstItemCount = 80;

/** The list of a panel in the extension host. Handles the requests of the page, and sends changes to it. */
export class ListModel {
  readonly #options: ListModelOptions;
  readonly #store: LogStore;
  readonly #view: StoreView;
  readonly #histogram: HistogramUpdates;
  #isPageOpen = false;
  /** Whether a change was sent that the page hasn't drawn yet. The next change waits until it has. */
  #isPageDrawing = false;
  #hasPendingChange = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endItemCount = 0;
  /** Time in milliseconds that the last update of the list took. */
  #lastUpdateMs = 0;
  #newCounts = { entries: 0, errors: 0 };
  /** Whether START entries were loaded after later entries, which can have the name of their request now. */
  #hasLateStarts = false;
  #timeZone = 'UTC';
  #findDay = createDayFinder(this.#timeZone);
  readonly #findRequestName: ReturnType<typeof createRequestNames>;
  readonly #errorLevel = levelGroups.indexOf('ERROR');
  readonly showHistogram: HistogramUpdates['setShown'];

  constructor(options: ListModelOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#view = options.view;
    this.#findRequestName = createRequestNames(options.store);
    this.#histogram = createHistogramUpdates(options);
    this.showHistogram = this.#histogram.setShown;
  }

  /** Schedules a message to the page after a change of the view or its matches. */
  scheduleUpdate(): void {
    this.#histogram.schedule();
    this.#scheduleChange();
  }

  items({ first, count, isAtEnd }: RequestOf<'items'>): ReplyOf<'items'> {
    this.#sendChange();
    this.#endItemCount = isAtEnd ? count : 0;
    const items = this.#createItems(first, count);
    // Runs after the response was sent.
    setTimeout(() => void this.#sendMatches(items), 0);
    return { first, items };
  }

  async list({ filter, isGrouped, sort, timeZone, tracked }: RequestOf<'list'>): Promise<ReplyOf<'list'>> {
    if (timeZone !== this.#timeZone) {
      this.#timeZone = timeZone;
      this.#findDay = createDayFinder(timeZone);
    }
    try {
      if (!(await this.#view.setFilter(filter, isGrouped, sort))) return { kind: 'outdated' };
    } catch (error) {
      return { kind: 'problem', message: this.#options.toProblem(error) };
    }
    this.#view.takeEdits();
    this.#hasPendingChange = false;
    this.#histogram.schedule();
    return { kind: 'list', state: this.#createState(), places: this.#findPositions(tracked) };
  }

  text({ entryId }: RequestOf<'text'>): ReplyOf<'text'> {
    const slot = this.#store.findSlot(entryId);
    const content = slot === undefined ? undefined : this.#store.columns.contents.getText(slot);
    return content === undefined ? {} : { content };
  }

  locate({ tracked }: RequestOf<'locate'>): ReplyOf<'locate'> {
    this.#sendChange();
    return { places: this.#findPositions(tracked) };
  }

  jump({ to, from, isForward }: RequestOf<'jump'>): ReplyOf<'jump'> {
    this.#sendChange();
    return this.#view.jump(to, from, isForward) ?? {};
  }

  summary({ isUpdate }: RequestOf<'summary'>): ReplyOf<'summary'> {
    if (!isUpdate) this.#sendChange();
    return this.#view.summarizeOperations();
  }

  /** Finds the slowest request that the filter shows. */
  slowest(): ReplyOf<'slowest'> {
    this.#sendChange();
    return this.#view.findSlowest() ?? {};
  }

  /** Called when the page has drawn the last change. */
  onPageDrawn(): void {
    this.#isPageDrawing = false;
    if (this.#hasPendingChange) this.#scheduleChange();
  }

  /** Called when the page appears or disappears. A new page begins with a request for a list. */
  setPageOpen(isOpen: boolean): void {
    this.#isPageOpen = isOpen;
    // A new page reports whether it shows the histogram.
    this.#histogram.setShown(false, 0);
    this.#isPageDrawing = false;
    // A new page follows the end of its list, so the first change has the rows that are visible there.
    this.#endItemCount = firstItemCount;
    this.#newCounts = { entries: 0, errors: 0 };
  }

  onStoreChange(change: StoreChange): void {
    if (change.kind === 'inserted' && this.#isPageOpen) {
      for (const { at, count } of change.runs) {
        this.#newCounts.entries += count;
        for (const slot of this.#store.order.subarray(at, at + count)) {
          const { levels, requestCodes } = this.#store.columns;
          if (levels[slot] === this.#errorLevel) this.#newCounts.errors++;
          if (at + count < this.#store.length && this.#store.findStart(requestCodes[slot] ?? 0) === slot)
            this.#hasLateStarts = true;
        }
      }
    }
    this.#view.onStoreChange(change);
    this.scheduleUpdate();
  }

  onStoreClear(): void {
    this.#view.onStoreClear();
    this.#view.takeEdits();
    this.#newCounts = { entries: 0, errors: 0 };
    this.#options.post({ kind: 'reset' });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#histogram.setShown(false, 0);
    this.#view.dispose();
  }

  #createItem(index: number): ListItem | undefined {
    const viewItem = this.#view.getItem(index);
    if (!viewItem) return undefined;
    const { slot, isHit, head } = viewItem;
    // The page doesn't show extra fields.
    const { extraFields: _, ...row } = this.#store.getRow(slot);
    const cutPart = cutContent(row.content ?? '');
    const item = { ...row, ...(cutPart !== undefined && { content: cutPart, isCut: true as const }) };
    if (head) return { ...item, id: toHeadId(row.id), isHit, head };
    // In a grouped list, the header has the name.
    const name = this.#view.isGrouped ? undefined : this.#findRequestName(slot);
    const requestName = name === row.method ? undefined : name?.slice(0, maxLineLength);
    return { ...item, isHit, ...omitUndefined({ requestName }) };
  }

  #createItems(first: number, count: number): ListItem[] {
    const last = Math.min(first + count, this.#view.length);
    return Array.from({ length: Math.max(0, last - first) }, (_, index) =>
      this.#createItem(first + index),
    ).filter((item) => item !== undefined);
  }

  /**
   * Sends the matches of a regular expression in items that the page has. Matching can be slow, so the items are sent
   * first.
   */
  async #sendMatches(items: readonly ListItem[]): Promise<void> {
    if (!this.#view.filter.find.isRegex) return;
    const entries = items.flatMap(({ id, head, gap }) => {
      const slot = head || gap ? undefined : this.#store.findSlot(id);
      return slot === undefined ? [] : [{ id, slot }];
    });
    try {
      const textsOfEntries = await this.#view.findMatches(entries.map(({ slot }) => slot));
      const matches = entries.flatMap(({ id }, index) => {
        const texts = textsOfEntries[index] ?? [];
        return texts.length > 0 ? [{ id, texts }] : [];
      });
      if (matches.length > 0) this.#options.post({ kind: 'matches', matches });
    } catch {
      // The search reports what is wrong with the expression.
    }
  }

  #createState(): ListState {
    const { hitCount, durations } = this.#view;
    return {
      length: this.#view.length,
      shown: this.#view.slots.length,
      loaded: this.#store.entryCount,
      counts: { ...this.#store.levelCounts, OTHER: this.#store.requestCount },
      ...omitUndefined({ hits: hitCount, durations, dayStarts: this.#view.findDayStarts(this.#findDay) }),
    };
  }

  #sendChange(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#hasPendingChange || !this.#isPageOpen) return;
    this.#hasPendingChange = false;
    this.#isPageDrawing = true;
    const start = performance.now();
    const edits = this.#view.takeEdits();
    this.#lastUpdateMs = performance.now() - start;
    const first = Math.max(0, this.#view.length - this.#endItemCount);
    const end = this.#createItems(first, this.#endItemCount);
    this.#options.post({
      kind: 'change',
      edits,
      state: this.#createState(),
      fresh: this.#newCounts,
      ...(this.#endItemCount > 0 && { end }),
      isStale: this.#view.isGrouped || this.#hasLateStarts,
    });
    this.#hasLateStarts = false;
    this.#newCounts = { entries: 0, errors: 0 };
    void this.#sendMatches(end);
  }

  #scheduleChange(): void {
    this.#hasPendingChange = true;
    if (this.#isPageDrawing || this.#timer !== undefined || !this.#isPageOpen) return;
    const { isGrouped, isSorted } = this.#view;
    const sortedDelayMs = Math.max(sortedUpdateMs, this.#lastUpdateMs / maxSortedShare);
    const delayMs = isSorted ? sortedDelayMs : isGrouped ? groupedUpdateMs : 0;
    this.#timer = setTimeout(() => this.#sendChange(), delayMs);
  }

  #findPositions(tracked: RequestOf<'locate'>['tracked']): ListPosition[] {
    return tracked.map(({ id, time }) => {
      const isHead = id < -1;
      const { isStandIn, ...place } = this.#view.locate(
        this.#store.findSlot(isHead ? toHeadId(id) : id),
        time,
        isHead,
      );
      const standIn = isStandIn && this.#createItem(place.index)?.id;
      return { ...place, ...omitUndefined({ standIn }) };
    });
  }
}

/** Creates the handlers of the page's requests for the list. */
export function createListHandlers(list: ListModel) {
  return {
    items: (request: RequestOf<'items'>) => list.items(request),
    list: (request: RequestOf<'list'>) => list.list(request),
    text: (request: RequestOf<'text'>) => list.text(request),
    locate: (request: RequestOf<'locate'>) => list.locate(request),
    jump: (request: RequestOf<'jump'>) => list.jump(request),
    summary: (request: RequestOf<'summary'>) => list.summary(request),
    slowest: () => list.slowest(),
  };
}
