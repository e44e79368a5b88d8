import { field } from '../fields.ts';

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
const textLimit = 100_000_000;
/** Names of methods that are told apart at most: a server may send any. */
const mostMethods = 200;

export class MessageLog {
  readonly #all: LoggedMessage[] = [];
  readonly #asked = new Map<
    string,
    Pick<LoggedMessage, 'method' | 'at' | 'subject'> & { readonly index: number }
  >();
  readonly #now: () => number;
  readonly #kinds = { request: 0, answer: 0, error: 0, notification: 0 };
  readonly #methods = new Set<string>();
  #size = 0;
  /** The oldest that still has its text. */
  #oldest = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get length(): number {
    return this.#all.length;
  }

  /** How many there are of each kind. */
  get kinds(): Readonly<Record<LoggedMessage['kind'], number>> {
    return { ...this.#kinds };
  }

  /** Each once, in the order in which they were first seen. */
  get methods(): readonly string[] {
    return [...this.#methods];
  }

  /** What doesn't fit the protocol is kept as well. */
  add(direction: LoggedMessage['direction'], message: RpcMessage): void {
    const at = this.#now();
    const json = textOf(message);
    const id =
      typeof message['id'] === 'string' || typeof message['id'] === 'number' ? message['id'] : undefined;
    const said = typeof message['method'] === 'string' ? message['method'] : undefined;
    // Each side counts its own requests.
    const key = (side: string): string => JSON.stringify([side, id]);
    const other = direction === 'sent' ? 'received' : 'sent';
    const asked = said === undefined ? this.#asked.get(key(other)) : undefined;
    if (asked) this.#asked.delete(key(other));
    const subject = asked ? asked.subject : subjectOf(message);
    const about = { at, ...(subject !== undefined && { subject }) };
    const index = this.#all.length;
    if (said !== undefined && id !== undefined)
      this.#asked.set(key(direction), { method: said, index, ...about });
    const request = asked && this.#all[asked.index];
    if (request) request.pair = index;
    const [kind, method] = [kindOf(message, said, id), said ?? asked?.method ?? ''];
    this.#all.push({
      ...{ direction, json, size: json.length, kind, method, ...about },
      ...(id !== undefined && { id }),
      ...(asked && { durationMs: at - asked.at, pair: asked.index }),
    });
    this.#kinds[kind]++;
    if (method !== '' && this.#methods.size < mostMethods) this.#methods.add(method);
    this.#size += json.length;
    this.#letGo();
  }

  at(index: number): LoggedMessage | undefined {
    return this.#all[index];
  }

  range(from: number, count: number): readonly LoggedMessage[] {
    return this.#all.slice(from, from + count);
  }

  #letGo(): void {
    // The newest stays, however long it is.
    while (this.#size > textLimit && this.#oldest < this.#all.length - 1) {
      const message = this.#all[this.#oldest++];
      this.#size -= message?.json?.length ?? 0;
      if (message) delete message.json;
    }
  }
}

/** A message as JSON; empty where it is nested too deeply for that. */
function textOf(message: RpcMessage): string {
  try {
    return JSON.stringify(message) ?? '';
  } catch {
    return '';
  }
}

/** Names are cut: a server may send any. */
function subjectOf(message: RpcMessage): string | undefined {
  const subject = field(message['params'], 'name') ?? field(message['params'], 'uri');
  return typeof subject === 'string' ? subject.slice(0, 200) : undefined;
}

function kindOf(
  message: RpcMessage,
  method: string | undefined,
  id: string | number | undefined,
): LoggedMessage['kind'] {
  if (method !== undefined) return id === undefined ? 'notification' : 'request';
  // A tool that says that it failed is an error to whoever looks for one.
  const isError = 'error' in message || field(message['result'], 'isError') === true;
  return isError ? 'error' : 'answer';
}
