import { omitUndefined } from '../fields.ts';
import { levelGroups } from './filter.ts';
import { createHistogramUpdates, type HistogramUpdates } from './histogramUpdates.ts';
import type { ListItem, ListPosition, ListState, ReplyOf, RequestOf, ToPage } from './protocol.ts';
import { cutContent } from './rowText.ts';
import type { LogStore, StoreChange } from './store/logStore.ts';
import type { StoreView } from './view/storeView.ts';

/** The panel's list as its page asks for it: windows of it, places in it, and what changes. */
export interface ListModel {
  items(request: RequestOf<'items'>): ReplyOf<'items'>;
  list(request: RequestOf<'list'>): Promise<ReplyOf<'list'>>;
  text(request: RequestOf<'text'>): ReplyOf<'text'>;
  locate(request: RequestOf<'locate'>): ReplyOf<'locate'>;
  jump(request: RequestOf<'jump'>): ReplyOf<'jump'>;
  readonly showHistogram: HistogramUpdates['setShown'];
  /** The page has drawn the last change. */
  onPageDrawn(): void;
  /** A page has come, or is gone: it begins with asking for a list. */
  setPageOpen(isThere: boolean): void;
  /** The store has changed. */
  onStoreChange(change: StoreChange): void;
  /** The view has changed, or hits have come. */
  scheduleUpdate(): void;
  onStoreClear(): void;
  dispose(): void;
}

interface PageListDeps {
  readonly store: LogStore;
  readonly view: StoreView;
  post(message: ToPage): void;
  /** A failure of a search, in words. */
  toProblem(error: unknown): string;
}

/** The id of a request's head by that of its first row, and back. -1 is left free: a row that isn't known. */
const toHeadId = (id: number): number => -1 - id;

/** When the first row is, and the last one. */
function getLoadedTimes({ order, columns: { times } }: LogStore): Pick<ListState, 'times'> {
  const [from, until] = [times[order[0] ?? -1], times[order.at(-1) ?? -1]];
  return from === undefined || until === undefined ? {} : { times: { from, until } };
}

/** Changes of a grouped list are gathered for this long, in ms: each needs a look at all rows. */
const groupedUpdateMs = 250;

/** Makes the list of a page that isn't there yet. */
export function createListModel(deps: PageListDeps): ListModel {
  const { store, view } = deps;
  const histogram = createHistogramUpdates(deps);
  let isPageOpen = false;
  /** A change is on its way: the next one waits until it is drawn. */
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
    // What isn't shown doesn't go to the page.
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

  /** Tells what a regular expression matches in items that the page has. It may take long, so they don't wait. */
  async function sendMatches(items: readonly ListItem[]): Promise<void> {
    if (!view.filter.find.isRegex) return;
    const entries = items.flatMap(({ id, head, gap }) => {
      const slot = head || gap ? undefined : store.slotOf(id);
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
      const { isStandIn, ...place } = view.locate(store.slotOf(isHead ? toHeadId(id) : id), time, isHead);
      const standIn = isStandIn && createItem(place.index)?.id;
      return { ...place, ...omitUndefined({ standIn }) };
    });
  }

  return {
    items({ first, count, isAtEnd }) {
      sendChange();
      endCount = isAtEnd ? count : 0;
      const items = createItems(first, count);
      // After the reply.
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
      const slot = store.slotOf(entryId);
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
      // A page that comes says itself what it shows.
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
