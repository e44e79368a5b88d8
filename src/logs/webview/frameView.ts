import type { PageHost } from '../../editor/webview/connect.ts';
import type { LevelGroup, LogFilter } from '../filter.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { LogPage, LogPageState } from '../protocol.ts';
import type { ViewOptions } from '../savedState.ts';
import type { FindState } from './listController.ts';

/** The data of everything that the page shows around the rows. */
export interface FrameView {
  readonly state: LogPageState;
  readonly texts: LogTexts;
  readonly filter: LogFilter;
  readonly counts: Readonly<Record<LevelGroup, number>>;
  readonly options: ViewOptions;
  /** `hits` is the number of matching entries, or `undefined` without a search text. */
  readonly find: FindState & { readonly hits: number | undefined };
  readonly loaded: number;
  readonly shown: number;
  /** The date of all loaded entries, so that rows don't repeat it. `undefined` if there are several. */
  readonly day: string | undefined;
  /** Whether the list follows new entries, or its end is in view. */
  readonly isAtEnd: boolean;
  /** Seconds until the next attempt of the task or of live polling. */
  readonly secondsLeft: number;
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
  searchService(): void;
  /** Removes a condition from the search on the service. */
  removeServiceCondition(part: 'level' | 'text'): void;
  loadOlder(): void;
  loadNewer(): void;
  clearFilters(): void;
}

/** Whether the panel shows a build log, which has no levels, requests, ranges, or search on the service. */
export function isDeployment({ identity }: LogPageState): boolean {
  return identity.deploymentId !== undefined;
}
