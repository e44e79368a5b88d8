import { isValidJson } from '../../editor/webview/formatJson.ts';
import {
  decodeText,
  type Exchange,
  type ForwardFailure,
  type KeptBody,
  maxKeptBytes,
} from '../client/exchange.ts';
import { isEventStream, listHeaders, type RawHeaders } from '../client/forwardedHeaders.ts';
import { maskHeaders, maskPath } from '../requests/credentials.ts';
import { hasRpcError, readEvents } from '../requests/readResponse.ts';
import type { BodyView, HeadersView, RequestAction, RequestDetails } from './protocol.ts';

/** Maximum number of characters of a path on the page. */
const maxPathLength = 4000;

/** Returns what the page shows of a request, without its credentials. */
export function createDetails(
  exchange: Exchange,
  actions: readonly RequestAction[],
  describeFailure: (failure: ForwardFailure) => string,
): RequestDetails {
  const { id, method, path, status, failure, endedAt } = exchange;
  const { requestHeaders, requestBody, responseHeaders = [], responseBody } = exchange;
  return {
    id,
    method: method.slice(0, maxPathLength),
    path: maskPath(path).slice(0, maxPathLength),
    request: { headers: createHeadersView(requestHeaders), body: createBodyView(requestBody) },
    ...(status !== undefined && {
      response: {
        status,
        hasRpcError: hasRpcError(exchange),
        headers: createHeadersView(responseHeaders),
        body: createResponseBodyView(responseHeaders, responseBody),
      },
    }),
    isOpen: endedAt === undefined,
    actions,
    ...(failure && { failure: describeFailure(failure) }),
  };
}

const createHeadersView = (raw: RawHeaders): HeadersView =>
  [...listHeaders(maskHeaders(raw))].map(([name, value]) => ({ name, value }));

function createBodyView(body: KeptBody): BodyView {
  const { chunks, size } = body;
  const isKept = chunks.length > 0;
  const text = isKept ? decodeText(body) : undefined;
  return {
    size,
    isBinary: isKept && text === undefined,
    isCut: isKept && size > maxKeptBytes,
    ...(text !== undefined && { text }),
  };
}

/** Returns the data of the events instead of the text of an event stream. */
function createResponseBodyView(headers: RawHeaders, body: KeptBody): BodyView {
  const view = createBodyView(body);
  const events = isEventStream(headers) && view.text !== undefined ? readEventData(view.text) : undefined;
  return events ? { ...view, text: events.json, eventCount: events.count } : view;
}

/** Reads the JSON of the events of a stream: an array if there are several. `undefined`: not all of them are JSON. */
function readEventData(text: string): { readonly json: string; readonly count: number } | undefined {
  const events = readEvents(text);
  if (events.length === 0 || !events.every(isValidJson)) return undefined;
  const [first = ''] = events;
  return { json: events.length === 1 ? first : `[${events.join(',')}]`, count: events.length };
}
