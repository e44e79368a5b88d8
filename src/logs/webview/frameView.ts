import type { PageHost } from '../../editor/webview/connect.ts';
import type { Filter, LevelGroup } from '../filter.ts';
import type { LogPage, ViewState } from '../protocol.ts';
import type { ViewOptions } from '../savedState.ts';
import type { Strings } from '../strings.ts';
import type { FindState } from './listControl.ts';

/** What the toolbar shows. */
export interface ToolbarView {
  readonly state: ViewState;
  readonly strings: Strings;
  readonly filter: Filter;
  readonly counts: Readonly<Record<LevelGroup, number>>;
  readonly options: ViewOptions;
  /** `hits`: how many entries have the text; undefined: none is looked for. */
  readonly find: FindState & { readonly hits: number | undefined };
  readonly number: (value: number) => string;
  /** As `number`, but short: 12k. */
  readonly compact: (value: number) => string;
}

/** What the toolbar can ask for. */
export interface ToolbarActions {
  readonly post: PageHost<LogPage>['post'];
  setFilter(filter: Filter): void;
  setOptions(options: ViewOptions): void;
  /** To the next hit, or the one before. */
  find(isForward: boolean): void;
  searchService(): void;
  /** The service narrows to this no more. */
  clearService(part: 'level' | 'text'): void;
}
