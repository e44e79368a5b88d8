import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { readCharset, replaceBody, rewriteBody } from '../responseBody.ts';
import type { MessageAdapter, SentRequest } from './messageAdapter.ts';

/** Thrown if the response to a request contains no message. */
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

interface EventReaderOptions {
  readonly wire: MessageAdapter;
  /** Media type of the response, or empty. Some servers send documents as event streams, or the reverse. */
  readonly contentType: string;
  /** Absent if the stream isn't the response to a request. */
  readonly request?: SentRequest;
  /** Called if the body contains no response to the request. */
  readonly onUnreadable?: (error: UnreadableResponse) => void;
}

/** Converts a response to an event stream of the messages in its body, while the body arrives. */
export function toEventStream(response: Response, reading: EventReaderOptions): Response {
  if (!response.body) return response;
  const reader = createEventReader(reading);
  const decoder = new TextDecoder(readCharset(response.headers));
  const encoder = new TextEncoder();
  const body = rewriteBody(response.body, {
    rewrite: (piece) => encoder.encode(reader.feed(decoder.decode(piece, { stream: true }))),
    end: () => encoder.encode(reader.feed(decoder.decode()) + reader.end()),
    failed(error) {
      reader.end('broken');
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
/** Shortest and longest time in milliseconds before an ended stream is reopened, whatever the server requests. */
const minRetryMs = 1000;
const maxRetryMs = 30_000;
/** Names of events that only keep a connection open, and of the event of the older transport that the SDK reads. */
const keepAliveEvents = /^(?:ping|heartbeat|keep-?alive|endpoint)$/i;

/** Creates a reader for the pieces of a body. `feed` and `end` return events for the SDK. */
export function createEventReader({ wire, contentType, request, onUnreadable }: EventReaderOptions) {
  let kind = request ? undefined : ('events' as ReturnType<typeof detectBodyKind>);
  /** The trimmed text of a document, or of a body of unknown kind. */
  let text = '';
  /** Lines outside of events, and data of events without a message. */
  const [strayLines, strayEvents] = [createBoundedText(), createBoundedText()];
  let [isAnswered, hasId] = [false, false];
  let out = '';

  const parser = createParser({
    onEvent(event) {
      hasId ||= event.id !== undefined && event.id !== '';
      out += eventText(event);
    },
    onRetry(ms) {
      // The SDK accepts any time, and treats one beyond the maximum of timers as 0.
      out += `retry: ${Math.min(Math.max(ms, minRetryMs), maxRetryMs)}\n\n`;
    },
    onError: ({ type, line }) => type === 'unknown-field' && line !== undefined && strayLines.add(line),
  });

  function read(json: string): readonly string[] | undefined {
    const messages = wire.adaptReceived(json, request);
    isAnswered ||= messages?.some((one) => 'id' in one && one.id === request?.id) === true;
    return messages?.map((message) => JSON.stringify(message));
  }

  function eventText({ data, event, id }: EventSourceMessage): string {
    const idLine = id === undefined ? '' : `id: ${id}\n`;
    const isNamed = event !== undefined && event !== 'message';
    const messages = data === '' ? undefined : read(data);
    // Some servers name events with messages, and the SDK only reads unnamed events.
    if (messages && messages.length > 0) return formatEvents(messages, idLine);
    if (!messages && data !== '' && !(isNamed && keepAliveEvents.test(event))) {
      wire.logUnreadable(data.slice(0, maxUnreadLength), undefined);
      strayEvents.add(data);
    }
    // An event without a message can have an ID from which the stream is resumed.
    return isNamed && !messages
      ? formatEvents([data], `event: ${event}\n${idLine}`)
      : formatEvents([''], idLine);
  }

  function take(): string {
    const taken = out;
    out = '';
    return taken;
  }

  /** Reads a document as one message, or as one message per line. */
  function readDocument(noAnswer: typeof onUnreadable): string {
    const whole = text.trim() === '' ? undefined : read(text);
    if (whole) return formatEvents(whole);
    const all = text.split('\n', maxDocumentLines + 1);
    const lines = all.length > maxDocumentLines ? [] : all.filter((line) => line.trim() !== '');
    const messages = lines.length > 1 ? lines.map((line) => read(line)) : [];
    if (messages.some((one) => one !== undefined)) {
      const unread = lines.filter((_, at) => messages[at] === undefined);
      if (unread.length > 0) wire.logUnreadable(unread.join('\n').slice(0, maxUnreadLength), undefined);
      return formatEvents(messages.flatMap((one) => one ?? []));
    }
    if (text.trim() !== '') wire.logUnreadable(text.slice(0, maxUnreadLength), request);
    noAnswer?.(new UnreadableResponse(contentType, text));
    return '';
  }

  return {
    feed(piece: string): string {
      if (kind === undefined) {
        text = (text + piece).trimStart();
        kind = detectBodyKind(text, contentType);
        if (kind === 'events') parser.feed(text);
      } else if (kind === 'events') parser.feed(piece);
      else text += piece;
      return take();
    },
    /** With `broken`, the connection failed before the end of the body. */
    end(how: 'whole' | 'broken' = 'whole'): string {
      const noAnswer = how === 'whole' ? onUnreadable : undefined;
      if (kind === 'document') return readDocument(noAnswer);
      if (kind === undefined) {
        if (contentType !== eventStream) noAnswer?.(new UnreadableResponse(contentType, ''));
        return '';
      }
      // Some servers end a stream without an empty line after the last event.
      parser.feed('\n\n');
      if (strayLines.text !== '') wire.logUnreadable(strayLines.text, request);
      const unread = [strayLines.text, strayEvents.text].filter((one) => one !== '').join('\n');
      // A stream with IDs is resumed.
      if (!isAnswered && !hasId && unread !== '') noAnswer?.(new UnreadableResponse(contentType, unread));
      return take();
    },
  };
}

const eventStream = 'text/event-stream';

/** Detects whether a body is an event stream, by its start and its content type. `undefined` if the start is too short. */
function detectBodyKind(start: string, contentType: string): 'events' | 'document' | undefined {
  if (start === '') return undefined;
  if (contentType === eventStream) return /^[[{"<]/.test(start) ? 'document' : 'events';
  if (/^(?:data|event|id|retry)?:/.test(start)) return 'events';
  const isFieldInPart = ['data:', 'event:', 'id:', 'retry:'].some((name) => name.startsWith(start));
  return isFieldInPart ? undefined : 'document';
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
