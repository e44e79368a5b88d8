import type { ListItem } from '../protocol.ts';

/** What a row can ask for. */
export interface RowActions {
  toggle(item: ListItem): void;
  /** Shows the text of an open row in full, however long it is. */
  showAll(item: ListItem): void;
  showRequest(requestId: string): void;
  copy(item: ListItem): void;
  openLink(url: string): void;
  /** Loads what is missing where the gap is. */
  fill(item: ListItem): void;
}
