import type { LogRow } from '../logRow.ts';

/** What a row can ask for. */
export interface RowActions {
  toggle(row: LogRow): void;
  showRequest(requestId: string): void;
  copy(row: LogRow): void;
}
