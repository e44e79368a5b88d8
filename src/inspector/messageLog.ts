import { getField } from '../fields.ts';

/** The messages of a session (JSON-RPC 2.0), in the order in which they went over the line. */

/** A message as the SDK gives it. */
export type RpcMessage = Readonly<Record<string, unknown>>;

export interface LoggedMessage {
  readonly direction: 'sent' | 'received';
  readonly kind: 'request' | 'answer' | 'error' | 'notification';
  /** Of an answer: that of its request. */
  readonly method: string;
  readonly id?: string | number;
  /** What it is about: the tool, prompt or resource. */
  readonly subject?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of an answer: since its request, in milliseconds. */
  readonly durationMs?: number;
  /** In UTF-16 units. */
  readonly size: number;
  /** The index of the answer of a request, or of the request of an answer. */
  pair?: number;
  /** Absent: it was let go to stay within the limit. */
  json?: string;
}

/** Texts that are kept at most, in UTF-16 units; the oldest go first, their lines stay. */
const maxTextSize = 100_000_000;
/** Messages that are kept at most; a tenth of them, the oldest, is dropped at once. */
const maxMessages = 200_000;
/** Names of methods that are told apart at most: a server may send any. */
const maxMethods = 200;
/** UTF-16 units of a name that a line has, such as that of a method or a tool. */
const maxNameLength = 200;

/** Messages are named by their index among all that there were, also after the oldest were dropped. */
export class MessageLog {
  /** The messages that are kept, the oldest first. */
  readonly #all: LoggedMessage[] = [];
  readonly #asked = new Map<
    string,
    Pick<LoggedMessage, 'method' | 'at' | 'subject'> & { readonly index: number }
  >();
  readonly #now: () => number;
  readonly #kinds = { request: 0, answer: 0, error: 0, notification: 0 };
  readonly #methods = new Set<string>();
  #size = 0;
  /** The index of the oldest that is kept. */
  #first = 0;
  /** The index of the oldest that still has its text. */
  #oldest = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Number of messages that there were, which is the index of the next one. */
  get length(): number {
    return this.#first + this.#all.length;
  }

  /** Number of messages that were dropped, which is the index of the oldest that is kept. */
  get first(): number {
    return this.#first;
  }

  /** Number of messages of each kind that are kept. */
  get kinds(): Readonly<Record<LoggedMessage['kind'], number>> {
    return { ...this.#kinds };
  }

  /** Each once, in the order in which they were first seen. */
  get methods(): readonly string[] {
    return [...this.#methods];
  }

  /** Adds a message, also one that isn't valid in the protocol. `text`: its text as received, which might not be JSON. */
  add(direction: LoggedMessage['direction'], message: RpcMessage, text?: string): void {
    const at = this.#now();
    const json = text ?? stringifyMessage(message);
    const id =
      typeof message['id'] === 'string' || typeof message['id'] === 'number'
        ? truncateName(message['id'])
        : undefined;
    const said = typeof message['method'] === 'string' ? truncateName(message['method']) : undefined;
    // Each side counts its own requests.
    const key = (side: string): string => JSON.stringify([side, id]);
    const other = direction === 'sent' ? 'received' : 'sent';
    const asked = said === undefined ? this.#asked.get(key(other)) : undefined;
    if (asked) this.#asked.delete(key(other));
    const subject = asked ? asked.subject : readSubject(message);
    const about = { at, ...(subject !== undefined && { subject }) };
    const index = this.length;
    if (said !== undefined && id !== undefined)
      this.#asked.set(key(direction), { method: said, index, ...about });
    const request = asked && this.at(asked.index);
    if (request) request.pair = index;
    const [kind, method] = [classifyMessage(message, said, id), said ?? asked?.method ?? ''];
    this.#all.push({
      direction,
      json,
      size: json.length,
      kind,
      method,
      ...about,
      ...(id !== undefined && { id }),
      ...(asked && { durationMs: at - asked.at, pair: asked.index }),
    });
    this.#kinds[kind]++;
    if (method !== '' && this.#methods.size < maxMethods) this.#methods.add(method);
    this.#size += json.length;
    this.#letGo();
  }

  /** `undefined`: it was dropped, or isn't there yet. */
  at(index: number): LoggedMessage | undefined {
    return this.#all[index - this.#first];
  }

  range(from: number, count: number): readonly LoggedMessage[] {
    const start = Math.max(0, from - this.#first);
    return this.#all.slice(start, Math.max(start, from + count - this.#first));
  }

  #letGo(): void {
    if (this.#all.length > maxMessages) this.#dropOldest();
    // The newest stays, however long it is.
    while (this.#size > maxTextSize && this.#oldest < this.length - 1)
      this.#dropText(this.at(this.#oldest++));
  }

  #dropOldest(): void {
    for (const message of this.#all.splice(0, maxMessages / 10)) {
      this.#kinds[message.kind]--;
      this.#dropText(message);
      this.#first++;
    }
    this.#oldest = Math.max(this.#oldest, this.#first);
    for (const [key, { index }] of this.#asked) if (index < this.#first) this.#asked.delete(key);
  }

  #dropText(message: LoggedMessage | undefined): void {
    this.#size -= message?.json?.length ?? 0;
    if (message) delete message.json;
  }
}

/** A message as JSON; empty where it is nested too deeply for that. */
function stringifyMessage(message: RpcMessage): string {
  try {
    return JSON.stringify(message) ?? '';
  } catch {
    return '';
  }
}

/** Names are cut: a server may send any. */
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
  // A tool that says that it failed is an error to whoever looks for one.
  const isError = 'error' in message || getField(message['result'], 'isError') === true;
  return isError ? 'error' : 'answer';
}
