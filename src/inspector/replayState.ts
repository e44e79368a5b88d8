import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../editor/webview/protocol.ts';

/** The state of a replayed message, and the drafts of edited messages. */
export const replaySchema = z.object({
  isRunning: z.boolean(),
  /** Index of the message that was sent last. */
  sentIndex: z.exactOptional(z.number()),
  outcome: z.exactOptional(z.enum(['answered', 'sent', 'failed', 'canceled'])),
  /** Why the message failed, unless the server's response is in the message list. */
  failure: optionalString,
  /** Index of the message that is being edited. */
  editedIndex: z.exactOptional(z.number()),
  /** Edited texts with the index of the original message, for a page that is restored. */
  drafts: readonlyList(z.object({ index: z.number(), text: z.string() })),
  /** Names of tools that declare to be read-only. */
  readOnlyTools: readonlyList(z.string()),
});
export type ReplayState = z.infer<typeof replaySchema>;
