import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { readCharset, replaceBody, rewriteBody } from '../responseBody.ts';
import type { MessageAdapter, SentRequest } from './messageAdapter.ts';

/** Thrown if the response to a request contains no message. */
export class UnreadableResponseError extends Error {
  readonly code = 'UNREADABLE_RESPONSE';
  readonly contentType: string;
  readonly text: string;
  constructor(contentType: string, text: string) {
    super('unreadable');
    this.contentType = contentType;
    this.text = text;
  }
}

interface EventReaderOptions {
  readonly adapter: Pick<MessageAdapter, 'adaptReceived' | 'logUnreadable'>;
  /** Media type of the response, or empty. Some servers send documents as event streams, or the reverse. */
  readonly contentType: string;
  /** Absent if the stream isn't the response to a request. */
  readonly request?: SentRequest;
  /** Called if the body contains no response to the request. */
  readonly onUnreadable?: (error: UnreadableResponseError) => void;
}

/** Converts a response to an event stream of the messages in its body, while the body arrives. */
export function toEventStream(response: Response, options: EventReaderOptions): Response {
  if (!response.body) return response;
  const reader = new EventReader(options);
  const decoder = new TextDecoder(readCharset(response.headers));
  const encoder = new TextEncoder();
  const body = rewriteBody(response.body, {
    rewrite: (piece) => encoder.encode(reader.feed(decoder.decode(piece, { stream: true }))),
    end: () => encoder.encode(reader.feed(decoder.decode()) + reader.end()),
    mapError(error) {
      reader.end(false);
      return error;
    },
  });
  return replaceBody(response, body, { headers: eventHeaders(response.headers) });
}

function eventHeaders(headers: Headers): Headers {
  const result = new Headers(headers);
  for (const name of ['content-length', 'content-encoding']) result.delete(name);
  result.set('content-type', 'text/event-stream');
  return result;
}

/** Maximum number of UTF-16 units of text without a message that are kept. */
const maxUnreadLength = 1_000_000;
/** Maximum number of lines of a document that are read as messages, because reading blocks the extension host. */
const maxDocumentLines = 10_000;
/** Shortest and longest time in milliseconds before an ended stream is reopened, regardless of the server's request. */
const minRetryMs = 1000;
const maxRetryMs = 30_000;
/** Names of events that only keep a connection open, and of the event of the older transport that the SDK reads. */
const keepAliveEvents = /^(?:ping|heartbeat|keep-?alive|endpoint)$/i;

/** Reads the pieces of a body. `feed` and `end` return events for the SDK. */
export class EventReader {
  readonly #options: EventReaderOptions;
  readonly #parser = createParser({
    onEvent: (event) => this.#onEvent(event),
    // The SDK accepts any time, and treats one beyond the maximum of timers as 0.
    onRetry: (ms) => {
      this.#pendingEvents += `retry: ${Math.min(Math.max(ms, minRetryMs), maxRetryMs)}\n\n`;
    },
    onError: ({ type, line }) => {
      if (type === 'unknown-field' && line !== undefined) this.#strayLines.add(line);
    },
  });
  /** Lines outside of events. */
  readonly #strayLines = createBoundedText();
  /** Data of events without a message. */
  readonly #strayEvents = createBoundedText();
  #kind: ReturnType<typeof detectBodyKind>;
  /** The trimmed text of a document, or of a body of unknown kind. */
  #text = '';
  #pendingEvents = '';
  #isAnswered = false;
  #hasEventId = false;

  constructor(options: EventReaderOptions) {
    this.#options = options;
    this.#kind = options.request ? undefined : 'events';
  }

  feed(piece: string): string {
    if (this.#kind === undefined) {
      this.#text = (this.#text + piece).trimStart();
      this.#kind = detectBodyKind(this.#text, this.#options.contentType);
      if (this.#kind === 'events') this.#parser.feed(this.#text);
    } else if (this.#kind === 'events') this.#parser.feed(piece);
    else this.#text += piece;
    return this.#takeEvents();
  }

  /** Ends the body. `isComplete`: whether it arrived completely, because the connection didn't fail. */
  end(isComplete = true): string {
    const { contentType } = this.#options;
    if (this.#kind === 'document') return this.#readDocument(isComplete);
    if (this.#kind === undefined) {
      if (contentType !== eventStream && isComplete) this.#reportUnreadable('');
      return '';
    }
    this.#endEvents(isComplete);
    return this.#takeEvents();
  }

  #endEvents(isComplete: boolean): void {
    const { adapter, request } = this.#options;
    // Some servers end a stream without an empty line after the last event.
    this.#parser.feed('\n\n');
    if (this.#strayLines.text !== '') adapter.logUnreadable(this.#strayLines.text, request);
    const unreadText = [this.#strayLines.text, this.#strayEvents.text]
      .filter((text) => text !== '')
      .join('\n');
    // A stream with IDs is resumed.
    const isUnanswered = !this.#isAnswered && !this.#hasEventId;
    if (isUnanswered && unreadText !== '' && isComplete) this.#reportUnreadable(unreadText);
  }

  #reportUnreadable(text: string): void {
    this.#options.onUnreadable?.(new UnreadableResponseError(this.#options.contentType, text));
  }

  #takeEvents(): string {
    const events = this.#pendingEvents;
    this.#pendingEvents = '';
    return events;
  }

  #readMessages(json: string): readonly string[] | undefined {
    const { adapter, request } = this.#options;
    const messages = adapter.adaptReceived(json, request);
    const hasResponse = messages?.some((message) => 'id' in message && message.id === request?.id) === true;
    this.#isAnswered ||= hasResponse;
    return messages?.map((message) => JSON.stringify(message));
  }

  #onEvent({ data, event, id }: EventSourceMessage): void {
    if (id !== undefined && id !== '') this.#hasEventId = true;
    const idLine = id === undefined ? '' : `id: ${id}\n`;
    const isNamed = event !== undefined && event !== 'message';
    const messages = data === '' ? undefined : this.#readMessages(data);
    if (messages && messages.length > 0) {
      // Some servers name events with messages, and the SDK only reads unnamed events.
      this.#pendingEvents += formatEvents(messages, idLine);
      return;
    }
    if (!messages && data !== '' && !(isNamed && keepAliveEvents.test(event))) {
      this.#options.adapter.logUnreadable(data.slice(0, maxUnreadLength), undefined);
      this.#strayEvents.add(data);
    }
    // An event without a message can have an ID from which the stream is resumed.
    this.#pendingEvents +=
      isNamed && !messages ? formatEvents([data], `event: ${event}\n${idLine}`) : formatEvents([''], idLine);
  }

  /** Reads a document as one message, or as one message per line. */
  #readDocument(isComplete: boolean): string {
    const { adapter, request } = this.#options;
    const text = this.#text;
    const message = text.trim() === '' ? undefined : this.#readMessages(text);
    if (message) return formatEvents(message);
    const allLines = text.split('\n', maxDocumentLines + 1);
    const lines = allLines.length > maxDocumentLines ? [] : allLines.filter((line) => line.trim() !== '');
    const messages = lines.length > 1 ? lines.map((line) => this.#readMessages(line)) : [];
    if (messages.some((messagesInLine) => messagesInLine !== undefined)) {
      const unreadLines = lines.filter((_, index) => messages[index] === undefined);
      if (unreadLines.length > 0)
        adapter.logUnreadable(unreadLines.join('\n').slice(0, maxUnreadLength), undefined);
      return formatEvents(messages.flatMap((messagesInLine) => messagesInLine ?? []));
    }
    if (text.trim() !== '') adapter.logUnreadable(text.slice(0, maxUnreadLength), request);
    if (isComplete) this.#reportUnreadable(text);
    return '';
  }
}

const eventStream = 'text/event-stream';

/** Detects whether a body is an event stream, by its start and its content type. `undefined` if the start is too short. */
function detectBodyKind(start: string, contentType: string): 'events' | 'document' | undefined {
  if (start === '') return undefined;
  if (contentType === eventStream) return /^[[{"<]/.test(start) ? 'document' : 'events';
  if (/^(?:data|event|id|retry)?:/.test(start)) return 'events';
  const isPartOfField = ['data:', 'event:', 'id:', 'retry:'].some((name) => name.startsWith(start));
  return isPartOfField ? undefined : 'document';
}

const formatEvents = (texts: readonly string[], head = ''): string =>
  texts.map((text) => `${head}data: ${text.split('\n').join('\ndata: ')}\n\n`).join('');

/** Creates a text of lines with limited length, which keeps the first lines. */
function createBoundedText() {
  let text = '';
  return {
    get text() {
      return text;
    },
    add(line: string): void {
      if (text.length >= maxUnreadLength) return;
      text = `${text}${text === '' ? '' : '\n'}${line}`.slice(0, maxUnreadLength);
    },
  };
}
