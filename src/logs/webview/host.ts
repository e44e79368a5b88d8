import type { FromPage, ReplyOf, RequestKind, RequestOf } from '../protocol.ts';
import type { SavedState } from '../savedState.ts';

/** How the page reaches its host. */
export interface Host {
  post(message: FromPage): void;
  request<Kind extends RequestKind>(kind: Kind, more: RequestOf<Kind>): Promise<ReplyOf<Kind>>;
  save(state: SavedState): void;
}
