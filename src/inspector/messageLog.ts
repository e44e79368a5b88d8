import { getField } from '../fields.ts';

/** A JSON-RPC message of any shape. */
export type RpcMessage = Readonly<Record<string, unknown>>;

export interface LoggedMessage {
  readonly direction: 'sent' | 'received';
  readonly kind: 'request' | 'answer' | 'error' | 'notification';
  /** For a response, the method of its request. */
  readonly method: string;
  readonly id?: string | number;
  /** The tool, prompt, or resource that the message is about. */
  readonly subject?: string;
  /** Time of the message in milliseconds since the epoch. */
  readonly timestamp: number;
  /** For a response, the milliseconds since its request. */
  readonly durationMs?: number;
  /** Length of the JSON text, in UTF-16 units. */
  readonly size: number;
  /** For a request, the index of its response. For a response, the index of its request. */
  pairIndex?: number;
  /** Absent if the text was dropped to save memory. */
  json?: string;
}

/** Maximum size of all texts, in UTF-16 units. The oldest texts are dropped first; their rows are kept. */
const maxTextSize = 100_000_000;
/** Maximum number of messages. If it's exceeded, the oldest tenth is dropped. */
const maxMessages = 200_000;
/** Maximum number of different method names, because a server can send any names. */
const maxMethods = 200;
/** Maximum length of a name in a row, such as of a method or a tool, in UTF-16 units. */
const maxNameLength = 200;

/**
 * A log of the messages of a session (JSON-RPC 2.0), in the order in which they were sent and received. The index of a message doesn't change when
 * older messages are dropped.
 */
export class MessageLog {
  /** The kept messages, the oldest first. */
  readonly #keptMessages: LoggedMessage[] = [];
  readonly #requests = new Map<
    string,
    Pick<LoggedMessage, 'method' | 'timestamp' | 'subject'> & { readonly index: number }
  >();
  readonly #now: () => number;
  readonly #kindCounts = { request: 0, answer: 0, error: 0, notification: 0 };
  readonly #methods = new Set<string>();
  #size = 0;
  #slowestMs = 0;
  /** The index of the oldest kept message. */
  #firstIndex = 0;
  /** The index of the oldest message with a text. */
  #firstTextIndex = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Number of messages so far, which is the index of the next message. */
  get length(): number {
    return this.#firstIndex + this.#keptMessages.length;
  }

  /** Number of dropped messages, which is the index of the oldest kept message. */
  get firstIndex(): number {
    return this.#firstIndex;
  }

  /** Number of kept messages of each kind. */
  get kindCounts(): Readonly<Record<LoggedMessage['kind'], number>> {
    return { ...this.#kindCounts };
  }

  /** The longest time between a request and its response, in milliseconds. */
  get slowestMs(): number {
    return this.#slowestMs;
  }

  /** Method names in the order of their first message, at most `maxMethods`. */
  get methods(): readonly string[] {
    return [...this.#methods];
  }

  /** Adds a message, which doesn't have to be valid. `text`: the received text, which might not be JSON. */
  add(direction: LoggedMessage['direction'], message: RpcMessage, text?: string): void {
    const timestamp = this.#now();
    const json = text ?? stringifyMessage(message);
    const id =
      typeof message['id'] === 'string' || typeof message['id'] === 'number'
        ? truncateName(message['id'])
        : undefined;
    const ownMethod = typeof message['method'] === 'string' ? truncateName(message['method']) : undefined;
    // Client and server number their requests independently.
    const createRequestKey = (requestDirection: string): string => JSON.stringify([requestDirection, id]);
    const otherDirection = direction === 'sent' ? 'received' : 'sent';
    const pendingRequest =
      ownMethod === undefined ? this.#requests.get(createRequestKey(otherDirection)) : undefined;
    if (pendingRequest) this.#requests.delete(createRequestKey(otherDirection));
    const subject = pendingRequest ? pendingRequest.subject : readSubject(message);
    const about = { timestamp, ...(subject !== undefined && { subject }) };
    const index = this.length;
    if (ownMethod !== undefined && id !== undefined)
      this.#requests.set(createRequestKey(direction), { method: ownMethod, index, ...about });
    const request = pendingRequest && this.at(pendingRequest.index);
    if (request) request.pairIndex = index;
    const [kind, method] = [
      classifyMessage(message, ownMethod, id),
      ownMethod ?? pendingRequest?.method ?? '',
    ];
    this.#keptMessages.push({
      direction,
      json,
      size: json.length,
      kind,
      method,
      ...about,
      ...(id !== undefined && { id }),
      ...(pendingRequest && {
        durationMs: timestamp - pendingRequest.timestamp,
        pairIndex: pendingRequest.index,
      }),
    });
    this.#kindCounts[kind]++;
    if (pendingRequest) this.#slowestMs = Math.max(this.#slowestMs, timestamp - pendingRequest.timestamp);
    if (method !== '' && this.#methods.size < maxMethods) this.#methods.add(method);
    this.#size += json.length;
    this.#enforceLimits();
  }

  /**
   * Returns the index of the message that represents an exchange: for a response, its request. Other messages, and responses
   * whose request was dropped, represent themselves.
   */
  getExchange(index: number): number {
    const { kind, pairIndex } = this.at(index) ?? {};
    const isResponse = kind === 'answer' || kind === 'error';
    return isResponse && pairIndex !== undefined && pairIndex >= this.#firstIndex ? pairIndex : index;
  }

  /** Returns a message; `undefined` if it was dropped or doesn't exist yet. */
  at(index: number): LoggedMessage | undefined {
    return this.#keptMessages[index - this.#firstIndex];
  }

  range(from: number, count: number): readonly LoggedMessage[] {
    const start = Math.max(0, from - this.#firstIndex);
    return this.#keptMessages.slice(start, Math.max(start, from + count - this.#firstIndex));
  }

  #enforceLimits(): void {
    if (this.#keptMessages.length > maxMessages) this.#dropOldest();
    // The newest text is kept, regardless of its size.
    while (this.#size > maxTextSize && this.#firstTextIndex < this.length - 1)
      this.#dropText(this.at(this.#firstTextIndex++));
  }

  #dropOldest(): void {
    for (const message of this.#keptMessages.splice(0, maxMessages / 10)) {
      this.#kindCounts[message.kind]--;
      this.#dropText(message);
      this.#firstIndex++;
    }
    this.#firstTextIndex = Math.max(this.#firstTextIndex, this.#firstIndex);
    for (const [key, { index }] of this.#requests) if (index < this.#firstIndex) this.#requests.delete(key);
  }

  #dropText(message: LoggedMessage | undefined): void {
    this.#size -= message?.json?.length ?? 0;
    if (message) delete message.json;
  }
}

/** Returns a message as JSON; empty if it's nested too deeply. */
function stringifyMessage(message: RpcMessage): string {
  try {
    return JSON.stringify(message) ?? '';
  } catch {
    return '';
  }
}

/** Truncates a name, because a server can send any length. */
const truncateName = <Name extends string | number>(name: Name): Name =>
  typeof name === 'string' ? (name.slice(0, maxNameLength) as Name) : name;

function readSubject(message: RpcMessage): string | undefined {
  const subject = getField(message['params'], 'name') ?? getField(message['params'], 'uri');
  return typeof subject === 'string' ? truncateName(subject) : undefined;
}

function classifyMessage(
  message: RpcMessage,
  method: string | undefined,
  id: string | number | undefined,
): LoggedMessage['kind'] {
  if (method !== undefined) return id === undefined ? 'notification' : 'request';
  // A tool that reports an error is shown as an error.
  const isError = 'error' in message || getField(message['result'], 'isError') === true;
  return isError ? 'error' : 'answer';
}
