import * as z from 'zod/mini';
import type { ProtocolMessage } from '../editor/webview/protocol.ts';

/** What the user chose in a menu of the editor and the page does, as it knows the place. */
export const menuActions = {
  nextError: { isForward: z.boolean() },
  showRequest: { requestId: z.string() },
  /** All rows again; the one with this id stays where it is. */
  showInContext: { id: z.number() },
  /** The selected entries, to the clipboard. */
  copySelection: {},
} as const;
export type MenuAction = ProtocolMessage<typeof menuActions>;

/** What a row says of itself to the editor (`data-vscode-context`); commands of its menu are called with it. */
export interface EntryMenuContext {
  /** `request`: the head of a request. `gap`: entries that aren't loaded. */
  readonly webviewSection: 'entry' | 'request' | 'gap';
  readonly hasRequest: boolean;
  /** It begins the call of a tool, or is the head of one. */
  readonly isToolCall: boolean;
  readonly entryId: number;
  readonly requestId?: string;
  readonly preventDefaultContextMenuItems: true;
}

/** What the list adds to that when a menu opens. */
export interface ListMenuContext {
  /** The row is one of several that are selected. */
  readonly isOneOfMany: boolean;
  /** The text that the mouse has marked in the row; empty: none. */
  readonly markedText: string;
  readonly isNarrowed: boolean;
  readonly isOneRequest: boolean;
}
