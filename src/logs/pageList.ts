import { defined } from '../fields.ts';
import { levelGroups } from './filter.ts';
import { createHistogramUpdates, type HistogramUpdates } from './histogramUpdates.ts';
import type { ListItem, ListState, Place, ReplyOf, RequestOf, ToPage } from './protocol.ts';
import { neededPart } from './rowText.ts';
import type { Change, LogStore } from './store/store.ts';
import type { View } from './view/view.ts';

/** The panel's list as its page asks for it: windows of it, places in it, and what changes. */
export interface PageList {
  items(request: RequestOf<'items'>): ReplyOf<'items'>;
  list(request: RequestOf<'list'>): Promise<ReplyOf<'list'>>;
  text(request: RequestOf<'text'>): ReplyOf<'text'>;
  locate(request: RequestOf<'locate'>): ReplyOf<'locate'>;
  jump(request: RequestOf<'jump'>): ReplyOf<'jump'>;
  readonly showHistogram: HistogramUpdates['setShown'];
  /** The page has drawn the last change. */
  drawn(): void;
  /** A page has come, or is gone: it begins with asking for a list. */
  setPage(isThere: boolean): void;
  /** The store has changed. */
  changed(change: Change): void;
  /** The view has changed, or hits have come. */
  flushSoon(): void;
  cleared(): void;
  dispose(): void;
}

interface PageListDeps {
  readonly store: LogStore;
  readonly view: View;
  post(message: ToPage): void;
  /** A failure of a search, in words. */
  toProblem(error: unknown): string;
}

/** The id of a request's head by that of its first row, and back. -1 is left free: a row that isn't known. */
const headId = (id: number): number => -1 - id;

/** When the first row is, and the last one. */
function timesOf({ order, columns: { times } }: LogStore): Pick<ListState, 'times'> {
  const [from, until] = [times[order[0] ?? -1], times[order.at(-1) ?? -1]];
  return from === undefined || until === undefined ? {} : { times: { from, until } };
}

/** Changes of a grouped list are gathered for this long, in ms: each needs a look at all rows. */
const groupedPause = 250;

/** Makes the list of a page that isn't there yet. */
export function createPageList(deps: PageListDeps): PageList {
  const { store, view } = deps;
  const histogram = createHistogramUpdates(deps);
  let isPageThere = false;
  /** A change is on its way: the next one waits until it is drawn. */
  let isDrawing = false;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endCount = 0;
  let fresh = { entries: 0, errors: 0 };
  const error = levelGroups.indexOf('ERROR');

  function item(index: number): ListItem | undefined {
    const found = view.item(index);
    if (!found) return undefined;
    const { slot, isHit, head } = found;
    // What isn't shown doesn't go to the page.
    const { extraFields: _, ...row } = store.row(slot);
    const part = neededPart(row.content ?? '');
    const shown = { ...row, ...(part !== undefined && { content: part, isCut: true as const }) };
    return head ? { ...shown, id: headId(row.id), isHit, head } : { ...shown, isHit };
  }

  function itemsFrom(first: number, count: number): ListItem[] {
    const last = Math.min(first + count, view.length);
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => item(first + index)).filter(
      (one) => one !== undefined,
    );
  }

  /** Tells what a regular expression matches in items that the page has. It may take long, so they don't wait. */
  async function notifyMatches(items: readonly ListItem[]): Promise<void> {
    if (!view.filter.find.isRegex) return;
    const entries = items.flatMap(({ id, head, gap }) => {
      const slot = head || gap ? undefined : store.slotOf(id);
      return slot === undefined ? [] : [{ id, slot }];
    });
    try {
      const found = await view.matches(entries.map(({ slot }) => slot));
      const matches = entries.flatMap(({ id }, index) => {
        const texts = found[index] ?? [];
        return texts.length > 0 ? [{ id, texts }] : [];
      });
      if (matches.length > 0) deps.post({ kind: 'matches', matches });
    } catch {
      // What is wrong with the expression was told where it was looked for.
    }
  }

  function state(): ListState {
    const { hits } = view;
    return {
      length: view.length,
      shown: view.slots.length,
      loaded: store.entryCount,
      counts: { ...store.counts, OTHER: store.requestCount },
      ...timesOf(store),
      ...defined({ hits }),
    };
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!isDue || !isPageThere) return;
    isDue = false;
    isDrawing = true;
    const edits = view.takeEdits();
    const first = Math.max(0, view.length - endCount);
    const end = itemsFrom(first, endCount);
    deps.post({
      kind: 'change',
      edits,
      state: state(),
      fresh,
      ...(endCount > 0 && { end }),
      isStale: view.isGrouped,
    });
    fresh = { entries: 0, errors: 0 };
    void notifyMatches(end);
  }

  function flushSoon(): void {
    isDue = true;
    if (isDrawing || timer !== undefined || !isPageThere) return;
    timer = setTimeout(flush, view.isGrouped ? groupedPause : 0);
  }

  function noticed(): void {
    histogram.schedule();
    flushSoon();
  }

  function places(tracked: RequestOf<'locate'>['tracked']): Place[] {
    return tracked.map(({ id, time }) => {
      const isHead = id < -1;
      const { isStandIn, ...place } = view.locate(store.slotOf(isHead ? headId(id) : id), time, isHead);
      const standIn = isStandIn && item(place.index)?.id;
      return { ...place, ...defined({ standIn }) };
    });
  }

  return {
    items({ first, count, isAtEnd }) {
      flush();
      endCount = isAtEnd ? count : 0;
      const items = itemsFrom(first, count);
      // After the reply.
      setTimeout(() => void notifyMatches(items), 0);
      return { first, items };
    },
    async list({ filter, isGrouped, tracked }) {
      try {
        if (!(await view.set(filter, isGrouped))) return { kind: 'outdated' };
      } catch (problem) {
        return { kind: 'problem', message: deps.toProblem(problem) };
      }
      view.takeEdits();
      isDue = false;
      histogram.schedule();
      return { kind: 'list', state: state(), places: places(tracked) };
    },
    text({ entryId }) {
      const slot = store.slotOf(entryId);
      const content = slot === undefined ? undefined : store.columns.contents.at(slot);
      return content === undefined ? {} : { content };
    },
    locate({ tracked }) {
      flush();
      return { places: places(tracked) };
    },
    jump({ to, from, isForward }) {
      flush();
      return view.jump(to, from, isForward) ?? {};
    },
    showHistogram: histogram.setShown,
    drawn() {
      isDrawing = false;
      if (isDue) flushSoon();
    },
    setPage(isThere) {
      isPageThere = isThere;
      // A page that comes says itself what it shows.
      histogram.setShown(false, 0);
      isDrawing = false;
      endCount = 0;
      fresh = { entries: 0, errors: 0 };
    },
    changed(change) {
      if (change.kind === 'inserted' && isPageThere) {
        for (const { at, count } of change.runs) {
          fresh.entries += count;
          for (const slot of store.order.subarray(at, at + count)) {
            if (store.columns.level[slot] === error) fresh.errors++;
          }
        }
      }
      view.changed(change);
      noticed();
    },
    flushSoon: noticed,
    cleared() {
      view.cleared();
      view.takeEdits();
      fresh = { entries: 0, errors: 0 };
      deps.post({ kind: 'reset' });
    },
    dispose() {
      clearTimeout(timer);
      histogram.setShown(false, 0);
      view.dispose();
    },
  };
}
