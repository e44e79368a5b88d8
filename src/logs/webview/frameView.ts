import type { PageHost } from '../../editor/webview/connect.ts';
import type { LevelGroup, LogFilter } from '../filter.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { LogPage, LogPageState } from '../protocol.ts';
import type { ViewOptions } from '../savedState.ts';
import type { FindState } from './listController.ts';

/** What stands around the rows shows. */
export interface FrameView {
  readonly state: LogPageState;
  readonly strings: LogTexts;
  readonly filter: LogFilter;
  readonly counts: Readonly<Record<LevelGroup, number>>;
  readonly options: ViewOptions;
  /** `hits`: how many entries have the text; undefined: none is looked for. */
  readonly find: FindState & { readonly hits: number | undefined };
  readonly loaded: number;
  readonly shown: number;
  /** The date of all that is loaded, which rows then don't repeat; undefined: there are several. */
  readonly day: string | undefined;
  /** The view follows what comes. */
  readonly isAtEnd: boolean;
  /** Until it is tried again: by a reading that waits, else by what follows. */
  readonly secondsLeft: number;
  readonly number: (value: number) => string;
  /** As `number`, but short: 12k. */
  readonly compact: (value: number) => string;
  readonly percent: (part: number) => string;
}

/** What it can ask for. */
export interface FrameActions {
  readonly post: PageHost<LogPage>['post'];
  setFilter(filter: LogFilter): void;
  setOptions(options: ViewOptions): void;
  /** To the next hit, or the one before. */
  find(isForward: boolean): void;
  searchService(): void;
  /** The service narrows to this no more. */
  clearService(part: 'level' | 'text'): void;
  loadOlder(): void;
  loadNewer(): void;
  clearFilters(): void;
}

/** Whether the rows are a build log: without levels, requests, ranges, and a search on the service. */
export function isDeployment({ identity }: LogPageState): boolean {
  return identity.deploymentId !== undefined;
}
