import * as z from 'zod/mini';
import type { ProtocolMessage } from '../editor/webview/protocol.ts';

/** Messages to the page for actions that the user selects in a menu of the editor. */
export const menuActions = {
  nextError: { isForward: z.boolean() },
  goToSlowest: {},
  showSummary: {},
  showRequest: { requestId: z.string() },
  /** Removes the filter, and keeps the row with this ID in place. */
  showInContext: { id: z.number() },
  /** Copies the selected entries to the clipboard. */
  copySelection: {},
  /** Opens the chat with a question about the selected entries. */
  explainSelection: {},
} as const;
export type MenuAction = ProtocolMessage<typeof menuActions>;

/** The context of a row in `data-vscode-context`. The editor passes it to the commands of the context menu. */
export interface EntryMenuContext {
  /** `request` is the header row of a request. `gap` stands for entries that aren't loaded. */
  readonly webviewSection: 'entry' | 'request' | 'gap';
  readonly hasRequest: boolean;
  /** Whether the row is the first entry of a tool call, or the header row of one. */
  readonly isToolCall: boolean;
  readonly entryId: number;
  readonly requestId?: string;
  readonly preventDefaultContextMenuItems: true;
}

/** The context of the list, which is set when a context menu opens. */
export interface ListMenuContext {
  /** Whether the row is one of several selected rows. */
  readonly isOneOfMany: boolean;
  /** The text that is selected within the row, or an empty string. */
  readonly markedText: string;
  readonly isNarrowed: boolean;
  readonly isOneRequest: boolean;
}
