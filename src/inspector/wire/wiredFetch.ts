import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { field } from '../../fields.ts';
import { AnswerMissing } from '../endRequests.ts';
import { hasSession, readSessionLost } from '../sessionLost.ts';
import type { SentRequest, Wire } from './wire.ts';

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** A response to a request that has no message in it. */
export class UnreadableResponse extends Error {
  readonly code = 'UNREADABLE_RESPONSE';
  readonly contentType: string;
  readonly text: string;
  constructor(contentType: string, text: string) {
    super('unreadable');
    this.contentType = contentType;
    this.text = text;
  }
}

/** A message over the older transport that was refused: the SDK doesn't tell the status. */
export class RefusedRequest extends Error {
  readonly status: number;
  readonly data: { readonly text: string };
  constructor(status: number, text: string) {
    super('refused');
    this.status = status;
    this.data = { text };
  }
}

interface WiredOptions {
  readonly transport: 'http' | 'sse';
}

/**
 * The `fetch` of a transport of the SDK, which passes each message through `wire`: bodies of JSON, also under another content
 * type, and events of streams. Rejects with an `UnreadableResponse` where a request is answered by something else.
 */
export function wiredFetch(fetch: Fetch, wire: Wire, { transport }: WiredOptions): Fetch {
  return async (input, init = {}) => {
    const response = await fetch(input, init);
    const request = requestOf(init);
    const { status } = response;
    const contentType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (response.ok && init.method === 'POST' && !request) {
      // Some servers open a stream here, and the SDK would wait for its end.
      void response.body?.cancel().catch(() => undefined);
      return new Response(null, { status, headers: response.headers });
    }
    if (response.ok && contentType === 'text/event-stream') return withEvents(response, wire, request);
    if (response.ok && init.method !== 'POST') return response;
    const text = await response.text();
    if (!response.ok) {
      if (text !== '') wire.refused(text, request);
      const isChallenge = response.headers.has('www-authenticate');
      const lost =
        !isChallenge && hasSession(new URL(input), init.headers) && readSessionLost(response, text);
      if (lost) throw lost;
      if (transport === 'sse' && init.method === 'POST' && status !== 401)
        throw new RefusedRequest(status, text);
      return withBody(response, text);
    }
    if (!request || transport === 'sse') return withBody(response, text);
    const messages = wire.received(text, request);
    if (messages) {
      if (!messages.some((message) => 'id' in message && message.id === request.id))
        throw new AnswerMissing();
      return Response.json(messages, { headers: withoutType(response.headers) });
    }
    if (text.trim() !== '') wire.refused(text, request);
    // The answer is to come over the stream of the session.
    if (status === 202) return withBody(response, '');
    throw new UnreadableResponse(contentType, text);
  };
}

function requestOf({ method, body }: RequestInit): SentRequest | undefined {
  if (method !== 'POST' || typeof body !== 'string') return undefined;
  const message: unknown = JSON.parse(body);
  const [id, name] = [field(message, 'id'), field(message, 'method')];
  const isId = typeof id === 'string' || typeof id === 'number';
  return isId && typeof name === 'string' ? { id, method: name } : undefined;
}

function withBody(response: Response, text: string): Response {
  const { status, statusText, headers, url } = response;
  const mayHaveBody = ![204, 205, 304].includes(status);
  const copy = new Response(mayHaveBody ? text : null, { status, statusText, headers });
  Object.defineProperty(copy, 'url', { value: url });
  return copy;
}

function withoutType(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-type', 'content-length', 'content-encoding']) kept.delete(name);
  return kept;
}

/** Milliseconds between two connections to a stream that ended, whatever the server asks for. */
const leastRetryMs = 1000;
const mostRetryMs = 30_000;

function withEvents(response: Response, wire: Wire, request: SentRequest | undefined): Response {
  const { body, status, statusText, headers, url } = response;
  if (!body) return response;
  let out = '';
  const parser = createParser({
    onEvent: (event) => {
      out += eventText(event, wire, request);
    },
    onRetry: (ms) => {
      // The SDK takes any time, and one beyond the longest timer as none.
      out += `retry: ${Math.min(Math.max(ms, leastRetryMs), mostRetryMs)}\n\n`;
    },
  });
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const rewriting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (out !== '') controller.enqueue(encoder.encode(out));
      out = '';
    },
    flush(controller) {
      // Some servers end a stream without the empty line after the last event.
      parser.feed(`${decoder.decode()}\n\n`);
      if (out !== '') controller.enqueue(encoder.encode(out));
    },
  });
  const rewritten = new Response(body.pipeThrough(rewriting), { status, statusText, headers });
  Object.defineProperty(rewritten, 'url', { value: url });
  return rewritten;
}

function eventText(
  { data, event, id }: EventSourceMessage,
  wire: Wire,
  request: SentRequest | undefined,
): string {
  const head = `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}`;
  if (data === '' || (event !== undefined && event !== 'message')) {
    return `${head}${data
      .split('\n')
      .map((line) => `data: ${line}\n`)
      .join('')}\n`;
  }
  const messages = wire.received(data, request);
  if (!messages) wire.refused(data, undefined);
  // An event without a message still tells where the stream can be taken up again.
  const texts = messages?.length ? messages.map((message) => JSON.stringify(message)) : [''];
  return texts.map((text) => `${head}data: ${text}\n\n`).join('');
}
