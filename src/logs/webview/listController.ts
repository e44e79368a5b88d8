import type { PageHost } from '../../editor/webview/connect.ts';
import { emptyQuery, hasQueryText } from '../../editor/webview/textQuery.ts';
import { omitUndefined } from '../../fields.ts';
import { canHideRows, type LogFilter, noFilter } from '../filter.ts';
import type { ListPosition, ListState, LogPage, ReplyOf, RequestOf } from '../protocol.ts';
import type { ViewOptions } from '../savedState.ts';
import type { ItemCache } from './itemCache.ts';
import type { RowList } from './rowList.ts';

/**
 * The state of the find box. `problem` is the reason why its text is invalid, and `activeHit` is the number of the
 * active hit, from 1.
 */
export interface FindState {
  readonly problem: string | undefined;
  readonly isSearching: boolean;
  readonly activeHit: number | undefined;
}

interface ListControllerOptions {
  readonly host: Pick<PageHost<LogPage>, 'request'>;
  readonly items: ItemCache;
  readonly list: RowList;
  readonly filter: LogFilter;
  options(): Pick<ViewOptions, 'isGrouped' | 'sort'>;
  /** Returns the IANA time zone of the displayed times. */
  getTimeZone(): string;
  /** Called when the list was replaced. */
  onListReplaced(): void;
  onChange(): void;
}

const emptyListState: ListState = {
  length: 0,
  shown: 0,
  loaded: 0,
  counts: { ERROR: 0, WARNING: 0, INFO: 0, DEBUG: 0, OTHER: 0 },
};

/** Requests filtering, searches, and jumps of the list from the host. The list is empty before `loadFirstList`. */
export class ListController {
  readonly #options: ListControllerOptions;
  readonly #host: Pick<PageHost<LogPage>, 'request'>;
  readonly #items: ItemCache;
  readonly #list: RowList;
  #filter: LogFilter;
  #state = emptyListState;
  #hasList = false;
  #findState: FindState = { problem: undefined, isSearching: false, activeHit: undefined };
  #lastRequest = 0;
  /** The last request for a list, including its display. */
  #pendingList: Promise<void> = Promise.resolve();

  constructor(options: ListControllerOptions) {
    this.#options = options;
    this.#host = options.host;
    this.#items = options.items;
    this.#list = options.list;
    this.#filter = options.filter;
  }

  get filter(): LogFilter {
    return this.#filter;
  }

  get findState(): FindState {
    return this.#findState;
  }

  /** Whether the host has sent a list. */
  get hasList(): boolean {
    return this.#hasList;
  }

  get state(): ListState {
    return this.#state;
  }

  /** Requests the first list, and returns the positions of the tracked rows. */
  async loadFirstList(tracked: RequestOf<'list'>['tracked']): Promise<readonly ListPosition[]> {
    let places = await this.#requestList(tracked);
    if (!places && this.#findState.problem !== undefined) {
      // An invalid saved pattern must not hide the list.
      const { problem } = this.#findState;
      this.#filter = { ...this.#filter, find: emptyQuery };
      places = await this.#requestList(tracked);
      this.#findState = { ...this.#findState, problem };
    }
    this.#list.showList([], this.#state.dayStarts);
    return places ?? [];
  }

  setFilter(next: LogFilter): void {
    return void this.#setFilter(next);
  }

  /** Groups or ungroups the list, and keeps the active row, or the header that represents it, in view. */
  regroup(): Promise<void> {
    return this.#setFilter(this.#filter, true);
  }

  /** Requests the list again, after the time zone of its days has changed. */
  refresh(): void {
    return void this.#setFilter(this.#filter);
  }

  toggleRequestFilter(requestId: string): void {
    const { requestId: current, ...others } = this.#filter;
    void this.#setFilter(current === requestId ? others : { ...others, requestId });
  }

  setRequestFilter(requestId: string | undefined): void {
    const { requestId: current, ...others } = this.#filter;
    if (current !== requestId) void this.#setFilter({ ...others, ...omitUndefined({ requestId }) });
  }

  /** Removes the filter, and keeps the active row in place. */
  showInContext(): void {
    const { find } = this.#filter;
    void this.#setFilter({ ...noFilter, find, isHighlighting: hasQueryText(find) });
  }

  /** Removes the filter and the search text, but keeps the search options. */
  clear(): void {
    if (!canHideRows(this.#filter) && this.#filter.find.text === '') return;
    void this.#setFilter(this.#clearedFilter);
  }

  /** Goes to the next or the previous match. */
  goToMatch(isForward: boolean): void {
    return void this.#jump('hit', isForward);
  }

  goToError(isForward: boolean): void {
    return void this.#jump('error', isForward);
  }

  /** Goes to the slowest request, and returns it. Returns `undefined` if no request has a duration. */
  async goToSlowest(): Promise<ReplyOf<'slowest'>['request']> {
    const { index, request } = await this.#host.request('slowest', {});
    if (index !== undefined) this.#list.goTo(index);
    return request;
  }

  /** Goes to a row. Removes the filter and the search text if they hide it. */
  async goToRow(row: RequestOf<'locate'>['tracked'][number]): Promise<void> {
    try {
      let place = await this.#locate(row);
      if (!place?.isExact) {
        await this.#setFilter(this.#clearedFilter);
        place = await this.#locate(row);
      }
      if (place?.isExact) this.#list.goTo(place.index);
    } catch {
      // The page is closing.
    }
  }

  setState(next: ListState): void {
    this.#state = next;
  }

  reset(): void {
    this.#state = emptyListState;
    this.#findState = { ...this.#findState, activeHit: undefined };
  }

  get #clearedFilter(): LogFilter {
    const { find, isHighlighting } = this.#filter;
    return { ...noFilter, isHighlighting, find: { ...find, text: '' } };
  }

  async #locate(row: RequestOf<'locate'>['tracked'][number]): Promise<ListPosition | undefined> {
    return (await this.#host.request('locate', { tracked: [row] })).places[0];
  }

  async #requestList(tracked: RequestOf<'list'>['tracked']): Promise<readonly ListPosition[] | undefined> {
    const request = ++this.#lastRequest;
    this.#findState = {
      problem: undefined,
      isSearching: hasQueryText(this.#filter.find),
      activeHit: undefined,
    };
    const { isGrouped, sort } = this.#options.options();
    const reply = await this.#host.request('list', {
      filter: this.#filter,
      isGrouped,
      sort,
      timeZone: this.#options.getTimeZone(),
      tracked,
    });
    if (request !== this.#lastRequest || reply.kind === 'outdated') return undefined;
    this.#findState = { ...this.#findState, isSearching: false };
    if (reply.kind === 'problem') {
      this.#findState = { ...this.#findState, problem: reply.message };
      this.#options.onChange();
      return undefined;
    }
    this.#state = reply.state;
    this.#hasList = true;
    this.#items.reset(this.#state.length);
    return reply.places;
  }

  #setFilter(next: LogFilter, isRegrouping = false): Promise<void> {
    this.#pendingList = this.#showFilteredList(next, isRegrouping);
    return this.#pendingList;
  }

  async #showFilteredList(next: LogFilter, isRegrouping: boolean): Promise<void> {
    this.#filter = next;
    const pendingList = this.#requestList(this.#list.getTrackedRows(true));
    this.#options.onChange();
    try {
      const places = await pendingList;
      if (!places) return;
      this.#list.showList(places, this.#state.dayStarts, isRegrouping);
      this.#options.onListReplaced();
      this.#options.onChange();
    } catch {
      // The page is closing.
    }
  }

  async #jump(to: 'hit' | 'error', isForward: boolean): Promise<void> {
    // A key that is pressed during a search is for its results.
    await this.#pendingList;
    const { active, inView } = this.#list;
    // Starts at the active row, or at the viewport if there is no active row in the list.
    const hasActiveRow = active !== undefined && active.index >= 0;
    const from = hasActiveRow ? active.index : isForward ? inView.first - 1 : inView.last + 1;
    try {
      const { index, nth: activeHit } = await this.#host.request('jump', { to, from, isForward });
      if (index === undefined) return;
      this.#findState = { ...this.#findState, activeHit };
      this.#list.goTo(index);
      this.#options.onChange();
    } catch {
      // The page is closing.
    }
  }
}
