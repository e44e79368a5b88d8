import { isJsonObject } from '../schema/json.ts';
import { readChallengeParameters } from '../signIn/challenge.ts';
import { extractErrorText } from './errorText.ts';
import { missingErrorCode, readRpcError } from './rpcError.ts';

/** The reason of a server for a failure, in its own words. */
export interface ServerReason {
  /** The code of a JSON-RPC error. */
  readonly code?: number;
  readonly text: string;
}

/** UTF-16 units of a body that are read, and of the words that are taken from it. */
const maxBodyLength = 200_000;
const maxReasonLength = 2000;

/** Returns what the body of a response gives as its reason; `undefined`: nothing that a person can read. */
export function readServerReason(body: string): ServerReason | undefined {
  const text = body.slice(0, maxBodyLength).trim();
  const value = parseBody(text);
  if (value !== undefined) {
    // A batch has its first failure.
    const object = Array.isArray(value) ? (value.find((one) => 'error' in Object(one)) ?? value[0]) : value;
    const error =
      isJsonObject(object) && isJsonObject(object['error']) ? readRpcError(object['error']) : undefined;
    const isRpc = isJsonObject(object) && 'jsonrpc' in object;
    const words = toShortLine(
      (isRpc ? undefined : extractErrorText(object)) ?? error?.message ?? extractErrorText(object),
    );
    const hasCode = error !== undefined && error.code !== missingErrorCode;
    if (words === undefined && !hasCode) return undefined;
    return { text: words ?? '', ...(hasCode && { code: error.code }) };
  }
  const words = toShortLine(/^<(?:!|\?|[a-z])/i.test(text) ? findMarkupText(text) : text);
  return words === undefined ? undefined : { text: words };
}

/**
 * Returns what a response that refuses a request gives as its reason: in its body, and in its WWW-Authenticate header. The words
 * of a redirect are its Location header.
 */
export function readRefusalReason(headers: Headers, body: string): ServerReason | undefined {
  const location = toShortLine(headers.get('location') ?? undefined);
  if (location !== undefined) return { text: location };
  const words = readServerReason(body);
  const challenge = toShortLine(extractErrorText(readChallengeParameters(headers)));
  // A challenge without a description has a code only, such as "invalid_token".
  const isMore = words === undefined || readChallengeParameters(headers)['error_description'] !== undefined;
  if (challenge === undefined || !isMore || words?.text.includes(challenge)) return words;
  return {
    ...words,
    text: words === undefined || words.text === '' ? challenge : `${words.text}; ${challenge}`,
  };
}

/** A body of JSON, or the data of the first event of a stream. */
function parseBody(text: string): unknown {
  const data = [...text.matchAll(/^data:(.*)$/gm)].map(([, line = '']) => line.trim()).join('\n');
  for (const one of [text, data]) {
    try {
      if (/^[[{"]/.test(one)) return JSON.parse(one);
    } catch {
      // It is a text then.
    }
  }
  return undefined;
}

const markupEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The title or first heading of a page, or the message of an XML document. */
function findMarkupText(markup: string): string | undefined {
  for (const name of ['title', 'h1', 'Message', 'p']) {
    const start = new RegExp(`<${name}(?:\\s[^<>]*)?>`, 'i').exec(markup);
    if (!start) continue;
    const from = start.index + start[0].length;
    const end = markup.indexOf('</', from);
    const inner = markup.slice(from, end < 0 ? from + maxReasonLength : end).replaceAll(/<[^<>]*>/g, ' ');
    const words = inner.replaceAll(
      /&(amp|lt|gt|quot|apos);/g,
      (_, entity: string) => markupEntities[entity] ?? '',
    );
    if (words.trim() !== '') return words;
  }
  return undefined;
}

function toShortLine(words: string | undefined): string | undefined {
  const line = words?.replaceAll(/\s+/g, ' ').trim() ?? '';
  if (line === '') return undefined;
  return line.length > maxReasonLength ? `${line.slice(0, maxReasonLength)}…` : line;
}
