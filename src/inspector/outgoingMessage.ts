import { getField } from '../fields.ts';
import type { McpConnection, OutgoingMessage } from './mcpConnection.ts';
import { copyDigits, parseExact, stringifyExact } from './schema/exactJson.ts';
import { isJsonObject } from './schema/json.ts';

/** An error or a warning about an edited message. `detail`: the affected field, or the parser's message. */
export interface MessageIssue {
  readonly kind: 'notJson' | 'notMessage' | 'noMethod' | 'paramsNotObject' | 'idNotSent' | 'fieldNotSent';
  readonly detail?: string;
}

/**
 * Parses a message that the user edited. `message` is absent if it can't be sent. The session adds the version and the
 * ID.
 */
export function parseOutgoingMessage(text: string): {
  readonly message?: OutgoingMessage;
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
  const warnings: MessageIssue[] = [
    ...(id === undefined ? [] : [{ kind: 'idNotSent' } as const]),
    ...Object.keys(others).map((detail) => ({ kind: 'fieldNotSent', detail }) as const),
  ];
  if (typeof method !== 'string' || method.trim() === '')
    return { issues: [{ kind: 'noMethod' }, ...warnings] };
  if (params !== undefined && !isJsonObject(params))
    return { issues: [{ kind: 'paramsNotObject' }, ...warnings] };
  return { message: createOutgoingMessage(method, params), issues: warnings };
}

/**
 * Converts a sent message to a message that can be sent again; `undefined` for messages without a method, such as
 * responses.
 */
export function toOutgoingMessage(json: string): OutgoingMessage | undefined {
  const { method, params } = parseExact(json) as Record<string, unknown>;
  if (typeof method !== 'string') return undefined;
  return createOutgoingMessage(method, isJsonObject(params) ? params : undefined);
}

/** Formats a sent message for the editor. */
export function formatEditableMessage(json: string): string {
  const { isNotification: _, ...message } = toOutgoingMessage(json) ?? { method: '', isNotification: false };
  return stringifyExact(message, 2) ?? '';
}

function createOutgoingMessage(
  method: string,
  params: Readonly<Record<string, unknown>> | undefined,
): OutgoingMessage {
  const isNotification = method.startsWith('notifications/');
  return {
    method,
    ...(params && { params: isNotification ? params : omitProgressToken(params) }),
    isNotification,
  };
}

/** Removes the progress token, because the session adds its own. */
function omitProgressToken(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { _meta: meta, ...others } = params;
  if (!isJsonObject(meta) || !('progressToken' in meta)) return params;
  const { progressToken: _, ...otherMeta } = meta;
  const copy = Object.keys(otherMeta).length === 0 ? others : { ...others, _meta: otherMeta };
  copyDigits(params, copy);
  return copy;
}

/** Methods that don't change anything on a server. */
const readOnlyMethods =
  /^(?:ping|initialize|server\/discover|completion\/complete|(?:tools|prompts|resources|resources\/templates)\/list|prompts\/get|resources\/read)$/;

/**
 * Whether a message might change something on the server. `readOnlyTools`: names of tools that declare to be
 * read-only. Unknown tools and methods might change something.
 */
export function canModifyServer(
  { method, params }: OutgoingMessage,
  readOnlyTools: readonly string[],
): boolean {
  if (method !== 'tools/call') return !readOnlyMethods.test(method);
  const name = getField(params, 'name');
  return typeof name !== 'string' || !readOnlyTools.includes(name);
}

/**
 * Formats a curl command that sends a message to a server. Headers that the user added are left out, because they are
 * secrets.
 */
export function formatCurl(
  url: string,
  json: string,
  connection: Pick<McpConnection, 'protocolVersion' | 'sessionId'> | undefined,
): string {
  const headers = [
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...(connection ? [`MCP-Protocol-Version: ${connection.protocolVersion}`] : []),
    ...(connection?.sessionId === undefined ? [] : [`Mcp-Session-Id: ${connection.sessionId}`]),
  ];
  const parts = [
    `curl ${quoteForShell(url)}`,
    ...headers.map((header) => `-H ${quoteForShell(header)}`),
    `--data-raw ${quoteForShell(json)}`,
  ];
  return parts.join(' \\\n  ');
}

/** Quotes an argument for a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
