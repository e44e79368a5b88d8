import { formatJson } from '../../editor/webview/formatJson.ts';
import { decodeText, type Exchange, type KeptBody } from '../client/exchange.ts';
import { findHeader, listHeaders, removeConnectionHeaders } from '../client/forwardedHeaders.ts';
import { maskHeaders, maskPath } from './credentials.ts';
import {
  type EditableRequest,
  isAutomaticHeader,
  parseRequestText,
  type RequestHead,
  type RequestTextIssue,
} from './requestText.ts';

/** A request that is sent again. */
export interface ReplayedRequest {
  /** The ID of the exchange with the first request. 0: it's no longer kept. */
  readonly replayOf: number;
  readonly method: string;
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** Whether the whole body was kept. */
export const isBodyKept = ({ chunks, size }: KeptBody): boolean =>
  chunks.reduce((sum, { length }) => sum + length, 0) === size;

/** Returns the request of an exchange, to send it again. `undefined`: its body wasn't kept. */
export function createReplay(exchange: Exchange): ReplayedRequest | undefined {
  const { requestHeaders, requestBody } = exchange;
  if (!isBodyKept(requestBody)) return undefined;
  const hasBody = [...listHeaders(requestHeaders)].some(([name]) =>
    /^(?:content-length|transfer-encoding)$/i.test(name),
  );
  return createRequest(exchange, createReplayHead(exchange), Buffer.concat(requestBody.chunks), hasBody);
}

/** Returns the request of an exchange without its credentials, to edit it. `undefined`: the whole body isn't a kept text. */
export function createEditableRequest(exchange: Exchange): EditableRequest | undefined {
  const body = isBodyKept(exchange.requestBody) ? decodeText(exchange.requestBody) : undefined;
  if (body === undefined) return undefined;
  const { method, path, headers } = createReplayHead(exchange);
  return {
    method,
    path: maskPath(path),
    headers: maskHeaders(headers),
    body: formatJson(body) ?? body.replaceAll(/\r\n?/g, '\n'),
  };
}

/**
 * Creates a request from an edited text. Its credentials are those of the exchange that the user edits. Without it, the
 * text must contain no masks. An unchanged body is sent with the bytes of the original.
 */
export function createEditedReplay(
  text: string,
  exchange: Exchange | undefined,
): { readonly replay?: ReplayedRequest; readonly issues: readonly RequestTextIssue[] } {
  const editable = exchange && createEditableRequest(exchange);
  const { request, issues } = parseRequestText(text, editable, exchange && createReplayHead(exchange));
  if (!request) return { issues };
  const isBodyChanged = !exchange || request.body !== editable?.body;
  const body = isBodyChanged ? Buffer.from(request.body) : Buffer.concat(exchange.requestBody.chunks);
  const hasBody = body.length > 0 || /^(?:POST|PUT|PATCH)$/.test(request.method);
  return { replay: createRequest(exchange, request, body, hasBody), issues };
}

/** Returns the request line and the headers without those that are set when the request is sent. */
function createReplayHead({ method, path, requestHeaders }: Exchange): RequestHead {
  const headers = [...listHeaders(removeConnectionHeaders(requestHeaders))];
  return { method, path, headers: headers.filter(([name]) => !isAutomaticHeader(name)).flat() };
}

/** `exchange` has the host of the request. HTTP/1.1 requires one, and the local server gets its own. */
const createRequest = (
  exchange: Exchange | undefined,
  { method, path, headers }: RequestHead,
  body: Uint8Array,
  hasBody: boolean,
): ReplayedRequest => ({
  replayOf: exchange?.id ?? 0,
  method,
  path,
  headers: [
    'Host',
    (exchange && findHeader(exchange.requestHeaders, 'host')) ?? 'localhost',
    ...headers,
    ...(hasBody ? ['Content-Length', String(body.length)] : []),
  ],
  body,
});
