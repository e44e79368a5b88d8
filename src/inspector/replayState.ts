import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../editor/webview/protocol.ts';

/** What is sent again, and what was typed for it. */
export const replaySchema = z.object({
  isRunning: z.boolean(),
  /** The message that was sent last, by its index. */
  sent: z.exactOptional(z.number()),
  /** What came of it. */
  outcome: z.exactOptional(z.enum(['answered', 'sent', 'failed', 'cancelled'])),
  /** Why nothing came of it; what the server says is a message. */
  failure: optionalString,
  /** The message that is edited, by its index. */
  editing: z.exactOptional(z.number()),
  /** What was typed, by the index of the message that it began with; for a page that comes back. */
  drafts: readonlyList(z.object({ index: z.number(), text: z.string() })),
  /** Names of tools that say that they only read. */
  readOnlyTools: readonlyList(z.string()),
});
export type ReplayState = z.infer<typeof replaySchema>;
