import type { ViewOptions } from '../savedState.ts';

/** How a row is to be shown. */
export interface RowLook {
  readonly isExpanded: boolean;
  /** Open, it shows its text in full, however long that is. */
  readonly isWhole: boolean;
  /** Matches what is highlighted, with the flag g. */
  readonly mark: RegExp | undefined;
  readonly options: ViewOptions;
}
