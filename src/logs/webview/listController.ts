import type { PageHost } from '../../editor/webview/connect.ts';
import { emptyQuery, hasQueryText } from '../../editor/webview/textQuery.ts';
import { omitUndefined } from '../../fields.ts';
import { canHideRows, type LogFilter, noFilter } from '../filter.ts';
import type { ListPosition, ListState, LogPage, RequestOf } from '../protocol.ts';
import type { ItemCache } from './itemCache.ts';
import type { RowList } from './rowList.ts';

/** The state of the find box: the problem of its text, and the number of the active match (from 1). */
export interface FindState {
  readonly problem: string | undefined;
  readonly isSearching: boolean;
  readonly activeHit: number | undefined;
}

interface ListControlDeps {
  readonly host: Pick<PageHost<LogPage>, 'request'>;
  readonly items: ItemCache;
  readonly list: RowList;
  readonly filter: LogFilter;
  isGrouped(): boolean;
  /** Called when the list was replaced. */
  onList(): void;
  onChange(): void;
}

const emptyListState: ListState = {
  length: 0,
  shown: 0,
  loaded: 0,
  counts: { ERROR: 0, WARNING: 0, INFO: 0, DEBUG: 0, OTHER: 0 },
};

export type ListController = ReturnType<typeof createListController>;

/** Controls the list: filter, find, and jumps, which the host performs. It's empty before `begin`. */
export function createListController(deps: ListControlDeps) {
  const { host, items, list } = deps;
  let { filter } = deps;
  let state = emptyListState;
  let findState: FindState = { problem: undefined, isSearching: false, activeHit: undefined };
  let asked = 0;

  async function ask(tracked: RequestOf<'list'>['tracked']): Promise<readonly ListPosition[] | undefined> {
    const mine = ++asked;
    findState = { problem: undefined, isSearching: hasQueryText(filter.find), activeHit: undefined };
    const reply = await host.request('list', { filter, isGrouped: deps.isGrouped(), tracked });
    if (mine !== asked || reply.kind === 'outdated') return undefined;
    findState = { ...findState, isSearching: false };
    if (reply.kind === 'problem') {
      findState = { ...findState, problem: reply.message };
      deps.onChange();
      return undefined;
    }
    state = reply.state;
    items.reset(state.length);
    return reply.places;
  }

  async function setFilter(next: LogFilter, isRegrouping = false): Promise<void> {
    filter = next;
    const asking = ask(list.tracked(true));
    deps.onChange();
    try {
      const places = await asking;
      if (!places) return;
      list.relist(places, isRegrouping);
      deps.onList();
      deps.onChange();
    } catch {
      // The page is closing.
    }
  }

  async function jump(to: 'hit' | 'error', isForward: boolean): Promise<void> {
    const { active, inView } = list;
    // Starts at the active row, or at the viewport if it's hidden.
    const isThere = active !== undefined && active.index >= 0;
    const from = isThere ? active.index : isForward ? inView.first - 1 : inView.last + 1;
    try {
      const { index, nth: activeHit } = await host.request('jump', { to, from, isForward });
      if (index === undefined) return;
      findState = { ...findState, activeHit };
      list.goTo(index);
      deps.onChange();
    } catch {
      // The page is closing.
    }
  }

  return {
    get filter(): LogFilter {
      return filter;
    },
    get findState(): FindState {
      return findState;
    },
    get state(): ListState {
      return state;
    },
    /** Requests the first list, and returns the positions of the tracked rows. */
    async begin(tracked: RequestOf<'list'>['tracked']): Promise<readonly ListPosition[]> {
      let places = await ask(tracked);
      if (!places && findState.problem !== undefined) {
        // An invalid saved pattern must not hide the list.
        const { problem } = findState;
        filter = { ...filter, find: emptyQuery };
        places = await ask(tracked);
        findState = { ...findState, problem };
      }
      list.relist([]);
      return places ?? [];
    },
    setFilter: (next: LogFilter) => void setFilter(next),
    /** Groups or ungroups the list, and keeps the active row or its stand-in in view. */
    regroup: () => void setFilter(filter, true),
    showRequest(requestId: string): void {
      const { requestId: current, ...others } = filter;
      void setFilter(current === requestId ? others : { ...others, requestId });
    },
    onlyRequest(requestId: string | undefined): void {
      const { requestId: current, ...others } = filter;
      if (current !== requestId) void setFilter({ ...others, ...omitUndefined({ requestId }) });
    },
    /** Removes the filter, and keeps the active row in place. */
    showInContext(): void {
      const { find } = filter;
      void setFilter({ ...noFilter, find, isHighlighting: hasQueryText(find) });
    },
    /** Removes the filter and the search text, but keeps the search options. */
    clear(): void {
      const { find, isHighlighting } = filter;
      if (!canHideRows(filter) && find.text === '') return;
      void setFilter({ ...noFilter, isHighlighting, find: { ...find, text: '' } });
    },
    /** Goes to the next or the previous match. */
    find: (isForward: boolean) => void jump('hit', isForward),
    nextError: (isForward: boolean) => void jump('error', isForward),
    changed(next: ListState): void {
      state = next;
    },
    cleared(): void {
      state = emptyListState;
      findState = { ...findState, activeHit: undefined };
    },
  };
}
