import { getField } from '../fields.ts';
import type { OutgoingMessage } from './mcpConnection.ts';
import { copyDigits, parseExact, stringifyExact } from './schema/exactJson.ts';
import { isJsonObject } from './schema/json.ts';

/** A message as a person writes it: the session gives it its version and its id. */
export type EditedMessage = OutgoingMessage;

/** What is wrong with a written message, or is not as its writer may think. `detail`: of what it is about. */
export interface MessageIssue {
  readonly kind: 'notJson' | 'notMessage' | 'noMethod' | 'paramsNotObject' | 'idNotSent' | 'fieldNotSent';
  readonly detail?: string;
}

/** `message` is absent where it can't be sent. */
export function parseOutgoingMessage(text: string): {
  readonly message?: EditedMessage;
  readonly issues: readonly MessageIssue[];
} {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { issues: [{ kind: 'notJson', detail }] };
  }
  if (!isJsonObject(value)) return { issues: [{ kind: 'notMessage' }] };
  const { method, params, jsonrpc: _, id, ...others } = value;
  const remarks: MessageIssue[] = [
    ...(id === undefined ? [] : [{ kind: 'idNotSent' } as const]),
    ...Object.keys(others).map((detail) => ({ kind: 'fieldNotSent', detail }) as const),
  ];
  if (typeof method !== 'string' || method.trim() === '')
    return { issues: [{ kind: 'noMethod' }, ...remarks] };
  if (params !== undefined && !isJsonObject(params))
    return { issues: [{ kind: 'paramsNotObject' }, ...remarks] };
  return { message: createOutgoingMessage(method, params), issues: remarks };
}

/** A sent message as one to be sent again; `undefined` for what can't be, such as an answer. */
export function toOutgoingMessage(json: string): EditedMessage | undefined {
  const { method, params } = parseExact(json) as Record<string, unknown>;
  if (typeof method !== 'string') return undefined;
  return createOutgoingMessage(method, isJsonObject(params) ? params : undefined);
}

/** The text in which a sent message is edited. */
export function formatEditableMessage(json: string): string {
  const { isNotification: _, ...written } = toOutgoingMessage(json) ?? { method: '', isNotification: false };
  return stringifyExact(written, 2) ?? '';
}

function createOutgoingMessage(
  method: string,
  params: Readonly<Record<string, unknown>> | undefined,
): EditedMessage {
  const isNotification = method.startsWith('notifications/');
  return {
    method,
    ...(params && { params: isNotification ? params : omitProgressToken(params) }),
    isNotification,
  };
}

/** The session names the progress of a request itself. */
function omitProgressToken(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { _meta: meta, ...others } = params;
  if (!isJsonObject(meta) || !('progressToken' in meta)) return params;
  const { progressToken: _, ...kept } = meta;
  const copy = Object.keys(kept).length === 0 ? others : { ...others, _meta: kept };
  copyDigits(params, copy);
  return copy;
}

/** Methods of the protocol that change nothing on a server. */
const readOnlyMethods =
  /^(?:ping|initialize|server\/discover|completion\/complete|(?:tools|prompts|resources|resources\/templates)\/list|prompts\/get|resources\/read)$/;

/** `readOnlyTools`: names of tools that say that they only read. What isn't known is taken for a change. */
export function canModifyServer(
  { method, params }: EditedMessage,
  readOnlyTools: readonly string[],
): boolean {
  if (method !== 'tools/call') return !readOnlyMethods.test(method);
  const name = getField(params, 'name');
  return typeof name !== 'string' || !readOnlyTools.includes(name);
}
