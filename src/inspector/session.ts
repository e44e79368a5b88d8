import * as l10n from '@vscode/l10n';
import { defined, field } from '../fields.ts';
import { type Progressed, type Step, stepsOf } from './doctor.ts';
import {
  type Asked,
  type Call,
  type CallOptions,
  type Completing,
  type Link,
  type Offered,
  type OfferKind,
  type OpenLink,
  offerKinds,
  type Sendable,
} from './link.ts';
import { MessageLog } from './messageLog.ts';
import { oneAtATime } from './oneAtATime.ts';
import type { Exchange } from './trace.ts';

/** Milliseconds that a list, a handshake, or a completion may take. */
const shortMs = 30_000;
/** HTTP exchanges of a connection that are kept at most. */
const mostExchanges = 200;
/** The code of JSON-RPC 2.0 for a method that a server doesn't have. */
const methodNotFound = -32601;

interface SessionDeps {
  readonly url: string;
  readonly version: string;
  /** Of the origin; asked for before each connection, until that is canceled. */
  readonly headers: (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;
  readonly open: OpenLink;
  /** Milliseconds that a connection may take; absent: as long as a list. */
  readonly openMs?: number;
  /** What works of a connection; absent: of one over HTTP. */
  readonly steps?: (progressed: Progressed) => readonly Step[];
  /** A failure in words. */
  readonly explain: (error: unknown) => string;
  readonly answer: (asked: Asked) => Promise<Readonly<Record<string, unknown>>>;
  /** Of an address that the server has asked to be visited. */
  readonly visited?: (elicitationId: string) => void;
  /** There is something else to show. */
  readonly changed: () => void;
  /** There are more messages. */
  readonly heard: () => void;
}

/** A list of the server, or why it can't be read. */
export interface List {
  readonly items: readonly Offered[];
  readonly failure?: string;
}

type Lists = Readonly<Record<OfferKind, List>>;

export interface SessionState {
  readonly phase: 'connecting' | 'connected' | 'failed';
  readonly steps: readonly Step[];
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly link?: Link;
  readonly failure?: string;
  readonly lists: Lists;
}

const noLists: Lists = {
  tool: { items: [] },
  resource: { items: [] },
  template: { items: [] },
  prompt: { items: [] },
};

/** What a page has with a server: one connection at a time, taken up again when the server has lost it. */
export class Session {
  readonly messages = new MessageLog();
  readonly #deps: SessionDeps;
  #exchanges: Exchange[] = [];
  #state: SessionState = { phase: 'connecting', steps: [], lists: noLists };
  #connecting: Promise<Link> | undefined;
  #abort = new AbortController();

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Leaves the connection that there is. Never rejects: the state says what went wrong. */
  async connect(): Promise<void> {
    await this.#reopen().catch(() => undefined);
  }

  /** Waits for a connection that is being made, and takes up one that was lost. Never rejects. */
  async connected(): Promise<void> {
    await this.#link().catch(() => undefined);
  }

  call(call: Call, options: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    return this.#ask((link) => link.call(call, options));
  }

  /** Sends any message; `sent` is told which of the messages it is. */
  send(message: Sendable, options: CallOptions, sent: (index: number) => void): Promise<unknown> {
    return this.#ask((link) => {
      const index = this.messages.length;
      const answer = link.send(message, options);
      if (this.messages.length > index) sent(index);
      return answer;
    });
  }

  async complete(completing: Completing): Promise<readonly string[]> {
    const link = await this.#link();
    return link.complete(completing, { signal: this.#abort.signal, timeoutMs: shortMs });
  }

  /** Gives up a connection that isn't there yet. */
  cancel(): void {
    if (this.#state.phase !== 'connecting' || !this.#connecting) return;
    this.#connecting = undefined;
    this.#abort.abort();
    this.#failed(l10n.t('You canceled the connection.'), {});
  }

  async dispose(): Promise<void> {
    this.#abort.abort();
    await this.#state.link?.close();
  }

  /** Asks once; again only where the server says that it doesn't know the session any more. */
  async #ask<Answer>(ask: (link: Link) => Promise<Answer>): Promise<Answer> {
    const link = await this.#link();
    try {
      return await ask(link);
    } catch (error) {
      if (!isLostSession(error, link)) throw error;
      return ask(await this.#reopen());
    }
  }

  #link(): Promise<Link> {
    return this.#connecting ?? this.#reopen();
  }

  #reopen(): Promise<Link> {
    this.#abort.abort();
    this.#abort = new AbortController();
    void this.#state.link?.close();
    const opening = this.#open(this.#abort.signal);
    this.#connecting = opening;
    opening.catch(() => {
      if (this.#connecting === opening) this.#connecting = undefined;
    });
    return opening;
  }

  async #open(signal: AbortSignal): Promise<Link> {
    const { version, open, answer, visited, explain, heard } = this.#deps;
    this.#exchanges = [];
    this.#put({ phase: 'connecting', steps: this.#steps({}), lists: this.#state.lists });
    let isTried = false;
    try {
      const headers = await this.#deps.headers(signal);
      signal.throwIfAborted();
      isTried = true;
      // A person who is asked takes the time it takes.
      const limit = AbortSignal.any([signal, AbortSignal.timeout(this.#deps.openMs ?? shortMs)]);
      const opening = open({
        ...{ url: this.#deps.url, version, answer, headers, signal: limit },
        onMessage: (direction, message) => {
          this.messages.add(direction, message);
          heard();
        },
        onExchange: (exchange) => {
          // What comes later says nothing about the connection.
          const isEarly = this.#state.phase === 'connecting' && this.#exchanges.length < mostExchanges;
          if (isEarly) this.#exchanges.push(exchange);
        },
        onVisited: (elicitationId) => visited?.(elicitationId),
        onListChanged: (kind) => void read(kind === 'resource' ? ['resource', 'template'] : [kind]),
        onClosed: (error) => {
          if (!signal.aborted && this.#state.phase === 'connected') this.#lost(error);
        },
      });
      // A server that reports changes faster than its lists can be read is asked for one list after the other.
      const read = oneAtATime<OfferKind>(async (kinds) => {
        const link = await opening.catch(() => undefined);
        if (link && !signal.aborted) await this.#read(link, kinds, signal);
      });
      const link = await opening;
      if (signal.aborted) {
        void link.close();
        throw signal.reason;
      }
      this.#put({
        phase: 'connected',
        since: Date.now(),
        link,
        steps: this.#steps({ isInitialized: true }),
        lists: noLists,
      });
      await read(offerKinds);
      return link;
    } catch (error) {
      if (!signal.aborted) {
        const failure = explain(error);
        this.#failed(failure, { failure, isTried });
      }
      throw error;
    }
  }

  /** It has ended by itself. The next call, or *Reconnect*, begins anew. */
  #lost(error: unknown): void {
    this.#connecting = undefined;
    const failure = this.#deps.explain(error);
    this.#failed(failure, { failure });
  }

  #failed(words: string, progressed: Partial<Progressed>): void {
    const steps = this.#steps(progressed);
    const failed = steps.find(({ outcome }) => outcome === 'failed');
    this.#put({ phase: 'failed', failure: failed?.text ?? words, steps, lists: this.#state.lists });
  }

  /** Never rejects: why a list can't be read stands in its place, and what was there before stays. */
  async #read(link: Link, kinds: readonly OfferKind[], signal: AbortSignal): Promise<void> {
    const options = { signal, timeoutMs: shortMs };
    const read = await Promise.all(
      kinds.map(async (kind): Promise<readonly [OfferKind, List]> => {
        try {
          const isOffered = capabilityOf[kind] in link.capabilities;
          return [kind, { items: isOffered ? await link.list(kind, options) : [] }];
        } catch (error) {
          // A server with resources needn't have templates.
          if (kind === 'template' && field(error, 'code') === methodNotFound) return [kind, { items: [] }];
          return [kind, { items: this.#state.lists[kind].items, failure: this.#deps.explain(error) }];
        }
      }),
    );
    if (signal.aborted) return;
    const lists = { ...this.#state.lists, ...Object.fromEntries(read) };
    const failure = Object.values(lists).find((list) => list.failure !== undefined)?.failure;
    const steps = this.#steps({ isInitialized: true, listed: failure ?? true });
    this.#put({ ...this.#state, lists, steps });
  }

  #steps(progressed: Partial<Progressed>): readonly Step[] {
    const { url, steps = stepsOf } = this.#deps;
    return steps({ ...{ url, exchanges: this.#exchanges, isInitialized: false }, ...defined(progressed) });
  }

  #put(state: SessionState): void {
    this.#state = state;
    this.#deps.changed();
  }
}

const capabilityOf = {
  tool: 'tools',
  resource: 'resources',
  template: 'resources',
  prompt: 'prompts',
} as const;

/** A server answers 404 to a session that it doesn't know; the request was not looked at. */
function isLostSession(error: unknown, { sessionId }: Link): boolean {
  return sessionId !== undefined && error instanceof Error && Reflect.get(error, 'status') === 404;
}
