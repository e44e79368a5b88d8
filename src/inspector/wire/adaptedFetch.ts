import { getField } from '../../fields.ts';
import { replaceBody } from '../responseBody.ts';
import { detectLostSession, hasSessionId } from '../sessionLostError.ts';
import { EventReader, toEventStream, UnreadableResponseError } from './eventReader.ts';
import type { MessageAdapter, SentRequest } from './messageAdapter.ts';

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

interface AdaptedFetchOptions {
  readonly transport: 'http' | 'sse';
  /** Called if the response to a request contains no JSON-RPC response. `request` is the body of the request. */
  readonly onResponseError: (request: unknown, error: unknown) => void;
}

/**
 * Creates the `fetch` of an SDK transport that passes each message of the server through the adapter. Converts responses of
 * any content type to event streams.
 */
export function createAdaptedFetch(
  fetch: Fetch,
  adapter: MessageAdapter,
  { transport, onResponseError }: AdaptedFetchOptions,
): Fetch {
  return async (input, init = {}) => {
    const response = await fetch(input, init);
    const request = readSentRequest(init);
    const contentType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!response.ok) {
      const text = await response.text();
      if (text !== '') adapter.logUnreadable(text, request);
      throwIfSessionLost(response, text, input, init);
      return replaceBody(response, text);
    }
    if (init.method !== 'POST') {
      return contentType === 'text/event-stream'
        ? toEventStream(response, { adapter, contentType })
        : response;
    }
    if (!request) {
      // Some servers open a stream for a notification, and the SDK would wait for its end.
      void response.body?.cancel().catch(() => undefined);
      return replaceBody(response, null);
    }
    if (transport === 'sse') return response;
    const onUnreadable = (error: unknown): void => {
      if (!init.signal?.aborted) onResponseError(init.body, error);
    };
    if (response.status !== 202) {
      if (!response.body) throw new UnreadableResponseError(contentType, '');
      return toEventStream(response, { adapter, contentType, request, onUnreadable });
    }
    return readAccepted(response, new EventReader({ adapter, contentType, request }));
  };
}

/** Throws `SessionLostError` if the server rejected a request because its session no longer exists. */
function throwIfSessionLost(
  response: Response,
  text: string,
  input: string | URL,
  { headers }: RequestInit,
): void {
  if (response.headers.has('www-authenticate') || !hasSessionId(new URL(input), headers)) return;
  const error = detectLostSession(response, text);
  if (error) throw error;
}

/**
 * Reads a response with status 202. The JSON-RPC response should arrive on the stream of the session, but some servers send it
 * immediately.
 */
async function readAccepted(response: Response, reader: EventReader): Promise<Response> {
  const events = reader.feed(await response.text()) + reader.end();
  if (events === '') return replaceBody(response, null);
  return new Response(events, { headers: { 'content-type': 'text/event-stream' } });
}

function readSentRequest({ method, body }: RequestInit): SentRequest | undefined {
  if (method !== 'POST' || typeof body !== 'string') return undefined;
  const message: unknown = JSON.parse(body);
  const [id, name] = [getField(message, 'id'), getField(message, 'method')];
  const isId = typeof id === 'string' || typeof id === 'number';
  return isId && typeof name === 'string' ? { id, method: name } : undefined;
}
