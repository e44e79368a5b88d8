import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../editor/webview/protocol.ts';
import type { MessageLine } from './pageSchemas.ts';

/** Filters for the messages of a session. */

export const messageKinds = ['request', 'answer', 'error', 'notification'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const textQuerySchema = z.object({
  text: z.string(),
  isRegex: z.boolean(),
  isCaseSensitive: z.boolean(),
});

/** A filter for messages. An empty field doesn't filter. */
const messageFilterSchema = z.object({
  kinds: readonlyList(z.enum(messageKinds)),
  direction: z.exactOptional(z.enum(['sent', 'received'])),
  method: optionalString,
});
export type MessageFilter = z.infer<typeof messageFilterSchema>;

/** A filter with a text to find. */
export const messageQuerySchema = z.object({
  filter: messageFilterSchema,
  query: textQuerySchema,
  /** Whether all messages that pass the filter are returned, not only those with the text. */
  areRowsWanted: z.boolean(),
});
export type MessageQuery = z.infer<typeof messageQuerySchema>;

export const allMessages: MessageFilter = { kinds: [] };

export function isActiveMessageFilter({ kinds, direction, method }: MessageFilter): boolean {
  return kinds.length > 0 || direction !== undefined || method !== undefined;
}

export function matchesMessageFilter(
  { kinds, direction, method }: MessageFilter,
  line: Pick<MessageLine, 'kind' | 'direction' | 'method'>,
): boolean {
  return (
    (kinds.length === 0 || kinds.includes(line.kind)) &&
    (direction === undefined || direction === line.direction) &&
    (method === undefined || method === line.method)
  );
}
