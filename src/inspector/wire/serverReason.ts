import { isJsonObject } from '../schema/json.ts';
import { readChallengeParameters } from '../signIn/challenge.ts';
import { extractErrorText } from './errorText.ts';
import { missingErrorCode, readRpcError } from './rpcError.ts';

/** The server's reason for a failure. */
export interface ServerReason {
  /** The code of a JSON-RPC error. */
  readonly code?: number;
  readonly text: string;
}

/** Maximum number of UTF-16 units of a body and of a reason. */
const maxBodyLength = 200_000;
const maxReasonLength = 2000;

/** Reads the reason in the body of a response; `undefined` if it contains no readable text. */
export function readServerReason(body: string): ServerReason | undefined {
  const text = body.slice(0, maxBodyLength).trim();
  const value = parseBody(text);
  if (value !== undefined) {
    // The first error of a batch.
    const object = Array.isArray(value) ? (value.find((one) => 'error' in Object(one)) ?? value[0]) : value;
    const error =
      isJsonObject(object) && isJsonObject(object['error']) ? readRpcError(object['error']) : undefined;
    const isRpc = isJsonObject(object) && 'jsonrpc' in object;
    const reason = toShortLine(
      (isRpc ? undefined : extractErrorText(object)) ?? error?.message ?? extractErrorText(object),
    );
    const hasCode = error !== undefined && error.code !== missingErrorCode;
    if (reason === undefined && !hasCode) return undefined;
    return { text: reason ?? '', ...(hasCode && { code: error.code }) };
  }
  const reason = toShortLine(/^<(?:!|\?|[a-z])/i.test(text) ? findMarkupText(text) : text);
  return reason === undefined ? undefined : { text: reason };
}

/**
 * Reads the reason of a rejected request from its body and its WWW-Authenticate header. The reason of a redirect is its
 * Location header.
 */
export function readRejectionReason(headers: Headers, body: string): ServerReason | undefined {
  const location = toShortLine(headers.get('location') ?? undefined);
  if (location !== undefined) return { text: location };
  const reason = readServerReason(body);
  const challenge = toShortLine(extractErrorText(readChallengeParameters(headers)));
  // A challenge without a description contains only a code, such as "invalid_token".
  const isUsed = reason === undefined || readChallengeParameters(headers)['error_description'] !== undefined;
  if (challenge === undefined || !isUsed || reason?.text.includes(challenge)) return reason;
  return {
    ...reason,
    text: reason === undefined || reason.text === '' ? challenge : `${reason.text}; ${challenge}`,
  };
}

/** Parses a body of JSON, or the data in an event stream. */
function parseBody(text: string): unknown {
  const data = [...text.matchAll(/^data:(.*)$/gm)].map(([, line = '']) => line.trim()).join('\n');
  for (const one of [text, data]) {
    try {
      if (/^[[{"]/.test(one)) return JSON.parse(one);
    } catch {
      // The body is plain text.
    }
  }
  return undefined;
}

const markupEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the title, the first heading, or the first paragraph of a page, or the message of an XML document. */
function findMarkupText(markup: string): string | undefined {
  for (const name of ['title', 'h1', 'Message', 'p']) {
    const openingTag = new RegExp(`<${name}(?:\\s[^<>]*)?>`, 'i').exec(markup);
    if (!openingTag) continue;
    const start = openingTag.index + openingTag[0].length;
    const end = markup.indexOf('</', start);
    const inner = markup.slice(start, end < 0 ? start + maxReasonLength : end).replaceAll(/<[^<>]*>/g, ' ');
    const reason = inner.replaceAll(
      /&(amp|lt|gt|quot|apos);/g,
      (_, entity: string) => markupEntities[entity] ?? '',
    );
    if (reason.trim() !== '') return reason;
  }
  return undefined;
}

function toShortLine(reason: string | undefined): string | undefined {
  const line = reason?.replaceAll(/\s+/g, ' ').trim() ?? '';
  if (line === '') return undefined;
  return line.length > maxReasonLength ? `${line.slice(0, maxReasonLength)}…` : line;
}
