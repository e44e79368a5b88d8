import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../editor/webview/protocol.ts';
import type { MessageLine } from './pageSchemas.ts';

/** Which messages of a session are shown. */

export const messageKinds = ['request', 'answer', 'error', 'notification'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const textQuerySchema = z.object({
  text: z.string(),
  isRegex: z.boolean(),
  isCaseSensitive: z.boolean(),
});

/** Empty parts narrow nothing. */
export const messageFilterSchema = z.object({
  kinds: readonlyList(z.enum(messageKinds)),
  direction: z.exactOptional(z.enum(['sent', 'received'])),
  method: optionalString,
});
export type MessageFilter = z.infer<typeof messageFilterSchema>;

/** What is looked for in messages. */
export const messageQuerySchema = z.object({
  filter: messageFilterSchema,
  query: textQuerySchema,
  /** Not only those that have the text. */
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
