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
  /** Absent: it was let go to stay within the limit. */
  json?: string;
}

/** What a search has come to. */
interface Found {
  /** Indexes. */
  readonly hits: readonly number[];
  /** Where it goes on. */
  readonly to: number;
}

/** Texts that are kept at most, in UTF-16 units; the oldest go first, their lines stay. */
const textLimit = 100_000_000;
/** UTF-16 units that are searched at once: some milliseconds, in which nothing else runs. */
const sliceSize = 4_000_000;
/** What a message costs a search besides its text. */
const lineSize = 100;

export class MessageLog {
  readonly #all: LoggedMessage[] = [];
  readonly #asked = new Map<string, Pick<LoggedMessage, 'method' | 'at' | 'subject'>>();
  readonly #now: () => number;
  #size = 0;
  /** The oldest that still has its text. */
  #oldest = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get length(): number {
    return this.#all.length;
  }

  /** What doesn't fit the protocol is kept as well. */
  add(direction: LoggedMessage['direction'], message: RpcMessage): void {
    const at = this.#now();
    const json = JSON.stringify(message) ?? '';
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
    if (said !== undefined && id !== undefined) this.#asked.set(key(direction), { method: said, ...about });
    this.#all.push({
      ...{ direction, json, size: json.length, kind: kindOf(message, said, id), ...about },
      method: said ?? asked?.method ?? '',
      ...(id !== undefined && { id }),
      ...(asked && { durationMs: at - asked.at }),
    });
    this.#size += json.length;
    this.#letGo();
  }

  at(index: number): LoggedMessage | undefined {
    return this.#all[index];
  }

  range(from: number, count: number): readonly LoggedMessage[] {
    return this.#all.slice(from, from + count);
  }

  /** Those from there on that have the text, whatever its case. Stops after so much that others can run meanwhile. */
  find(text: string, from: number): Found {
    const wanted = text.toLowerCase();
    const hits: number[] = [];
    let to = from;
    for (let left = sliceSize; to < this.#all.length && left > 0; to++) {
      const { method = '', json = '' } = this.#all[to] ?? {};
      if (json.toLowerCase().includes(wanted) || method.toLowerCase().includes(wanted)) hits.push(to);
      left -= json.length + lineSize;
    }
    return { hits, to };
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
  return 'error' in message ? 'error' : 'answer';
}
