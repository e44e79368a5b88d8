import type { PageHost } from '../../editor/webview/connect.ts';
import type { LevelGroup, LogFilter } from '../filter.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListState, LogPage, LogPageState } from '../protocol.ts';
import { isOutOfTimeOrder, type RequestSort } from '../requestSort.ts';
import type { ViewOptions } from '../savedState.ts';
import type { VerdictStep } from '../verdict/verdictSchema.ts';
import type { FindState } from './listController.ts';

/** The data for everything around the rows: the toolbar, the notices, and the status line. */
export interface FrameView {
  readonly state: LogPageState;
  readonly texts: LogTexts;
  readonly filter: LogFilter;
  readonly counts: Readonly<Record<LevelGroup, number>>;
  readonly options: ViewOptions;
  /** The order of the drawn requests. That in `options` can be a new one, whose rows aren't loaded yet. */
  readonly sort: RequestSort;
  /** `hits` is the number of matching entries, or `undefined` without a search text. */
  readonly find: FindState & { readonly hits: number | undefined };
  /** The number of loaded entries. */
  readonly loaded: number;
  /** The number of rows, including gaps and collapsed requests. */
  readonly shown: number;
  /** Durations of the shown requests. `undefined` if none of them has a duration. */
  readonly durations: ListState['durations'] | undefined;
  readonly isSummaryOpen: boolean;
  /** Whether there are rows, or might be, but none is visible yet. */
  readonly isWaiting: boolean;
  /** Whether the list follows new entries, or its end is in view. */
  readonly isAtEnd: boolean;
  /** Seconds until the next attempt of the task or of live polling. 0 if none is scheduled. */
  readonly secondsLeft: number;
  /** Milliseconds since the page received the state. */
  readonly elapsedMs: number;
  readonly formatNumber: (value: number) => string;
  /** Formats a number in a short form, such as 12k. */
  readonly formatCompact: (value: number) => string;
  readonly formatPercent: (part: number) => string;
}

/** The actions of the elements around the rows. */
export interface FrameActions {
  readonly post: PageHost<LogPage>['post'];
  setFilter(filter: LogFilter): void;
  setOptions(options: ViewOptions): void;
  /** Goes to the next or the previous match. */
  goToMatch(isForward: boolean): void;
  /** Moves the conditions that the service supports from the filter to a search on the service. */
  searchService(): void;
  /** Removes a condition from the search on the service. */
  removeServiceCondition(part: 'level' | 'text'): void;
  /** Goes to the newest entries, and follows them. */
  follow(): void;
  loadOlder(): void;
  loadNewer(): void;
  clearFilters(): void;
  goToSlowest(): void;
  toggleSummary(): void;
  /** Clears a filter that hides the row, and scrolls to it. */
  goToRow(row: VerdictStep['row']): void;
}

/** Returns why the list doesn't follow new entries although it's live, as a text and a hint. */
export function findPause({
  state,
  texts,
  loaded,
  isAtEnd,
  options: { isGrouped },
  sort,
}: FrameView): { readonly text: string; readonly hint: string } | undefined {
  if (!state.isLive || state.ended || loaded === 0) return undefined;
  if (!isOutOfTimeOrder({ isGrouped, sort }))
    return isAtEnd ? undefined : { text: texts.paused, hint: texts.pausedHint };
  const pausedTexts = {
    time: texts.pausedByTime,
    duration: texts.pausedByDuration,
    errors: texts.pausedByErrors,
  };
  return { text: pausedTexts[sort.by], hint: texts.pausedSortedHint };
}

/** Whether the panel shows the log of a deployment, which has no levels, requests, ranges, or search on the service. */
export function isDeploymentLog({ identity }: LogPageState): boolean {
  return identity.deploymentId !== undefined;
}
