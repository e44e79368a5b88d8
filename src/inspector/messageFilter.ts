import * as z from 'zod/mini';
import { list, text } from '../editor/webview/protocol.ts';
import type { MessageLine } from './pageSchemas.ts';

/** Which messages of a session are shown. */

export const messageKinds = ['request', 'answer', 'error', 'notification'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const querySchema = z.object({ text: z.string(), isRegex: z.boolean(), isCaseSensitive: z.boolean() });

/** Empty parts narrow nothing. */
export const filterSchema = z.object({
  kinds: list(z.enum(messageKinds)),
  direction: z.exactOptional(z.enum(['sent', 'received'])),
  method: text,
});
export type MessageFilter = z.infer<typeof filterSchema>;

/** What is looked for in messages. */
export const wantedSchema = z.object({
  filter: filterSchema,
  query: querySchema,
  /** Not only those that have the text. */
  areRowsWanted: z.boolean(),
});
export type WantedMessages = z.infer<typeof wantedSchema>;

export const allMessages: MessageFilter = { kinds: [] };

export function isNarrowing({ kinds, direction, method }: MessageFilter): boolean {
  return kinds.length > 0 || direction !== undefined || method !== undefined;
}

export function passes(
  { kinds, direction, method }: MessageFilter,
  line: Pick<MessageLine, 'kind' | 'direction' | 'method'>,
): boolean {
  return (
    (kinds.length === 0 || kinds.includes(line.kind)) &&
    (direction === undefined || direction === line.direction) &&
    (method === undefined || method === line.method)
  );
}
