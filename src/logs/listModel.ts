import { omitUndefined } from '../fields.ts';
import { levelGroups } from './filter.ts';
import { createHistogramUpdates, type HistogramUpdates } from './histogramUpdates.ts';
import type { ListItem, ListPosition, ListState, ReplyOf, RequestOf, ToPage } from './protocol.ts';
import { cutContent } from './rowText.ts';
import type { LogStore, StoreChange } from './store/logStore.ts';
import type { StoreView } from './view/storeView.ts';

/** The list of a panel in the extension host. Handles the requests of the page, and sends changes to it. */
export interface ListModel {
  items(request: RequestOf<'items'>): ReplyOf<'items'>;
  list(request: RequestOf<'list'>): Promise<ReplyOf<'list'>>;
  text(request: RequestOf<'text'>): ReplyOf<'text'>;
  locate(request: RequestOf<'locate'>): ReplyOf<'locate'>;
  jump(request: RequestOf<'jump'>): ReplyOf<'jump'>;
  readonly showHistogram: HistogramUpdates['setShown'];
  /** Called when the page has drawn the last change. */
  onPageDrawn(): void;
  /** Called when the page appears or disappears. It begins with a request for a list. */
  setPageOpen(isThere: boolean): void;
  onStoreChange(change: StoreChange): void;
  /** Schedules a change for the page after a change of the view or its matches. */
  scheduleUpdate(): void;
  onStoreClear(): void;
  dispose(): void;
}

interface PageListDeps {
  readonly store: LogStore;
  readonly view: StoreView;
  post(message: ToPage): void;
  /** Returns the message for an error of a search. */
  toProblem(error: unknown): string;
}

/** Converts the ID of a request's first row to the ID of its header row, and back. -1 is reserved for unknown rows. */
const toHeadId = (id: number): number => -1 - id;

/** Returns the times of the first and the last row. */
function getLoadedTimes({ order, columns: { times } }: LogStore): Pick<ListState, 'times'> {
  const [from, until] = [times[order[0] ?? -1], times[order.at(-1) ?? -1]];
  return from === undefined || until === undefined ? {} : { times: { from, until } };
}

/** Time in milliseconds for which changes of a grouped list are collected, because each one reads all rows. */
const groupedUpdateMs = 250;

export function createListModel(deps: PageListDeps): ListModel {
  const { store, view } = deps;
  const histogram = createHistogramUpdates(deps);
  let isPageOpen = false;
  /** Whether a change was sent and isn't drawn yet. The next change waits until then. */
  let isPageDrawing = false;
  let hasPendingChange = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endCount = 0;
  let newCounts = { entries: 0, errors: 0 };
  const errorLevel = levelGroups.indexOf('ERROR');

  function createItem(index: number): ListItem | undefined {
    const found = view.item(index);
    if (!found) return undefined;
    const { slot, isHit, head } = found;
    // The page doesn't show extra fields.
    const { extraFields: _, ...row } = store.row(slot);
    const part = cutContent(row.content ?? '');
    const shown = { ...row, ...(part !== undefined && { content: part, isCut: true as const }) };
    return head ? { ...shown, id: toHeadId(row.id), isHit, head } : { ...shown, isHit };
  }

  function createItems(first: number, count: number): ListItem[] {
    const last = Math.min(first + count, view.length);
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => createItem(first + index)).filter(
      (one) => one !== undefined,
    );
  }

  /**
   * Sends the matches of a regular expression in items that the page has. Matching can be slow, so the items are sent
   * first.
   */
  async function sendMatches(items: readonly ListItem[]): Promise<void> {
    if (!view.filter.find.isRegex) return;
    const entries = items.flatMap(({ id, head, gap }) => {
      const slot = head || gap ? undefined : store.findSlot(id);
      return slot === undefined ? [] : [{ id, slot }];
    });
    try {
      const found = await view.findMatches(entries.map(({ slot }) => slot));
      const matches = entries.flatMap(({ id }, index) => {
        const texts = found[index] ?? [];
        return texts.length > 0 ? [{ id, texts }] : [];
      });
      if (matches.length > 0) deps.post({ kind: 'matches', matches });
    } catch {
      // What is wrong with the expression was told where it was looked for.
    }
  }

  function createState(): ListState {
    const { hits } = view;
    return {
      length: view.length,
      shown: view.slots.length,
      loaded: store.entryCount,
      counts: { ...store.counts, OTHER: store.requestCount },
      ...getLoadedTimes(store),
      ...omitUndefined({ hits }),
    };
  }

  function sendChange(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!hasPendingChange || !isPageOpen) return;
    hasPendingChange = false;
    isPageDrawing = true;
    const edits = view.takeEdits();
    const first = Math.max(0, view.length - endCount);
    const end = createItems(first, endCount);
    deps.post({
      kind: 'change',
      edits,
      state: createState(),
      fresh: newCounts,
      ...(endCount > 0 && { end }),
      isStale: view.isGrouped,
    });
    newCounts = { entries: 0, errors: 0 };
    void sendMatches(end);
  }

  function flushSoon(): void {
    hasPendingChange = true;
    if (isPageDrawing || timer !== undefined || !isPageOpen) return;
    timer = setTimeout(sendChange, view.isGrouped ? groupedUpdateMs : 0);
  }

  function onListChange(): void {
    histogram.schedule();
    flushSoon();
  }

  function findPositions(tracked: RequestOf<'locate'>['tracked']): ListPosition[] {
    return tracked.map(({ id, time }) => {
      const isHead = id < -1;
      const { isStandIn, ...place } = view.locate(store.findSlot(isHead ? toHeadId(id) : id), time, isHead);
      const standIn = isStandIn && createItem(place.index)?.id;
      return { ...place, ...omitUndefined({ standIn }) };
    });
  }

  return {
    items({ first, count, isAtEnd }) {
      sendChange();
      endCount = isAtEnd ? count : 0;
      const items = createItems(first, count);
      // After the response.
      setTimeout(() => void sendMatches(items), 0);
      return { first, items };
    },
    async list({ filter, isGrouped, tracked }) {
      try {
        if (!(await view.setFilter(filter, isGrouped))) return { kind: 'outdated' };
      } catch (problem) {
        return { kind: 'problem', message: deps.toProblem(problem) };
      }
      view.takeEdits();
      hasPendingChange = false;
      histogram.schedule();
      return { kind: 'list', state: createState(), places: findPositions(tracked) };
    },
    text({ entryId }) {
      const slot = store.findSlot(entryId);
      const content = slot === undefined ? undefined : store.columns.contents.at(slot);
      return content === undefined ? {} : { content };
    },
    locate({ tracked }) {
      sendChange();
      return { places: findPositions(tracked) };
    },
    jump({ to, from, isForward }) {
      sendChange();
      return view.jump(to, from, isForward) ?? {};
    },
    showHistogram: histogram.setShown,
    onPageDrawn() {
      isPageDrawing = false;
      if (hasPendingChange) flushSoon();
    },
    setPageOpen(isThere) {
      isPageOpen = isThere;
      // A new page reports whether it shows the histogram.
      histogram.setShown(false, 0);
      isPageDrawing = false;
      endCount = 0;
      newCounts = { entries: 0, errors: 0 };
    },
    onStoreChange(change) {
      if (change.kind === 'inserted' && isPageOpen) {
        for (const { at, count } of change.runs) {
          newCounts.entries += count;
          for (const slot of store.order.subarray(at, at + count)) {
            if (store.columns.levels[slot] === errorLevel) newCounts.errors++;
          }
        }
      }
      view.onStoreChange(change);
      onListChange();
    },
    scheduleUpdate: onListChange,
    onStoreClear() {
      view.onStoreClear();
      view.takeEdits();
      newCounts = { entries: 0, errors: 0 };
      deps.post({ kind: 'reset' });
    },
    dispose() {
      clearTimeout(timer);
      histogram.setShown(false, 0);
      view.dispose();
    },
  };
}
