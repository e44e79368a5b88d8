import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../fields.ts';
import { type ConnectionProgress, type ConnectionStep, diagnoseConnection } from './connectionSteps.ts';
import { type HttpExchange, isUnanswered } from './httpExchange.ts';
import { withTimeLimit } from './idleTimeout.ts';
import {
  type CompletionRequest,
  type ListedItem,
  type ListKind,
  type ListResult,
  listCapabilities,
  listKinds,
  type McpCall,
  type McpConnection,
  type McpConnector,
  type McpRequestOptions,
  type OutgoingMessage,
  type ServerRequest,
} from './mcpConnection.ts';
import { MessageLog, type RpcMessage } from './messageLog.ts';
import { oneAtATime } from './oneAtATime.ts';
import { isSessionLost } from './sessionLostError.ts';
import type { TypeProblem } from './wire/fieldTypes.ts';

/** Milliseconds that a list, a handshake, or a completion may take. */
const requestTimeoutMs = 30_000;
/** HTTP exchanges of a connection that are kept at most. */
const maxExchanges = 200;

interface SessionDeps {
  readonly url: string;
  readonly version: string;
  /** Of the origin; asked for before each connection, until that is canceled. */
  readonly headers: (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;
  readonly connect: McpConnector;
  /** Milliseconds that a connection may take; absent: as long as a list. */
  readonly connectTimeoutMs?: number;
  /** What works of a connection; absent: of one over HTTP. */
  readonly diagnose?: (progressed: ConnectionProgress) => readonly ConnectionStep[];
  /** A failure in words. */
  readonly explain: (error: unknown) => string;
  readonly answerRequest: (asked: ServerRequest) => Promise<Readonly<Record<string, unknown>>>;
  /** Of an address that the server has asked to be visited. */
  readonly onElicitationComplete?: (elicitationId: string) => void;
  /** There is something else to show. */
  readonly onChange: () => void;
  /** There is one more message. */
  readonly onMessage: (direction: 'sent' | 'received', message: RpcMessage) => void;
}

/** A list of the server, or why it can't be read. */
export interface ServerList {
  readonly items: readonly ListedItem[];
  /** Problems of the list itself. */
  readonly problems?: readonly TypeProblem[];
  readonly failure?: string;
}

type ServerLists = Readonly<Record<ListKind, ServerList>>;

export interface McpSessionState {
  readonly phase: 'connecting' | 'connected' | 'failed';
  readonly steps: readonly ConnectionStep[];
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly connection?: McpConnection;
  readonly failure?: string;
  /** Something that a person should know of the connection, in words. */
  readonly notice?: string;
  readonly lists: ServerLists;
}

const noLists: ServerLists = {
  tool: { items: [] },
  resource: { items: [] },
  template: { items: [] },
  prompt: { items: [] },
};

const emptyList: ListResult = { items: [], problems: [] };

/** What a page has with a server: one connection at a time, taken up again when the server has lost it. */
export class McpSession {
  readonly messages = new MessageLog();
  readonly #deps: SessionDeps;
  #exchanges: HttpExchange[] = [];
  #state: McpSessionState = { phase: 'connecting', steps: [], lists: noLists };
  #connecting: Promise<McpConnection> | undefined;
  #abort = new AbortController();

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  get state(): McpSessionState {
    return this.#state;
  }

  /** Leaves the connection that there is. Never rejects: the state says what went wrong. */
  async connect(): Promise<void> {
    await this.#reopen().catch(() => undefined);
  }

  /** Waits for a connection that is being made, and takes up one that was lost. Never rejects. */
  async waitUntilConnected(): Promise<void> {
    await this.#link().catch(() => undefined);
  }

  call(call: McpCall, options: McpRequestOptions): Promise<Readonly<Record<string, unknown>>> {
    return this.#ask((link) => link.call(call, options));
  }

  /** Sends any message; `sent` is told which of the messages it is. */
  send(
    message: OutgoingMessage,
    options: McpRequestOptions,
    sent: (index: number) => void,
  ): Promise<unknown> {
    return this.#ask((link) => {
      const index = this.messages.length;
      const answer = link.send(message, options);
      if (this.messages.length > index) sent(index);
      return answer;
    });
  }

  async complete(completing: CompletionRequest): Promise<readonly string[]> {
    return this.#ask((link) =>
      link.complete(completing, { signal: this.#abort.signal, timeoutMs: requestTimeoutMs }),
    );
  }

  /** Gives up a connection that isn't there yet. */
  cancelConnecting(): void {
    if (this.#state.phase !== 'connecting' || !this.#connecting) return;
    this.#connecting = undefined;
    this.#abort.abort();
    this.#failed(l10n.t('You canceled the connection.'), {});
  }

  async dispose(): Promise<void> {
    this.#abort.abort();
    await this.#state.connection?.close();
  }

  /** Sends a request; once more in a new session where the server refused it because it no longer has the session. */
  async #ask<Answer>(ask: (link: McpConnection) => Promise<Answer>): Promise<Answer> {
    const connecting = this.#link();
    const link = await connecting;
    try {
      return await ask(link);
    } catch (error) {
      if (!isSessionLost(error, link)) throw error;
      // Requests that were refused at the same time share the new session.
      const again = this.#connecting === connecting ? this.#reopen(sessionRestartedText()) : this.#link();
      return await ask(await again).catch((second: unknown) => {
        if (isSessionLost(second, link) && this.#connecting === again) this.#lost(second);
        throw second;
      });
    }
  }

  #link(): Promise<McpConnection> {
    return this.#connecting ?? this.#reopen();
  }

  #reopen(notice?: string): Promise<McpConnection> {
    this.#abort.abort();
    this.#abort = new AbortController();
    void this.#state.connection?.close();
    const opening = this.#open(this.#abort.signal, notice);
    this.#connecting = opening;
    opening.catch(() => {
      if (this.#connecting === opening) this.#connecting = undefined;
    });
    return opening;
  }

  async #open(signal: AbortSignal, notice: string | undefined): Promise<McpConnection> {
    const {
      version,
      connect,
      connectTimeoutMs = requestTimeoutMs,
      answerRequest,
      onElicitationComplete,
      explain,
      onMessage,
    } = this.#deps;
    this.#exchanges = [];
    this.#put({ phase: 'connecting', steps: this.#steps({}), lists: this.#state.lists });
    let isStarted = false;
    let opened: McpConnection | undefined;
    try {
      const headers = await this.#deps.headers(signal);
      signal.throwIfAborted();
      isStarted = true;
      // A server that reports changes faster than its lists can be read is asked for one list after the other.
      const read = oneAtATime<ListKind>(async (kinds) => {
        if (opened && !signal.aborted) await this.#read(opened, kinds, signal);
      });
      const connection = await withTimeLimit(connectTimeoutMs, signal, (limited) =>
        connect({
          url: this.#deps.url,
          version,
          answer: answerRequest,
          headers,
          signal: limited,
          timeoutMs: connectTimeoutMs,
          onMessage: (direction, message, text) => {
            this.messages.add(direction, message, text);
            onMessage(direction, message);
          },
          onExchange: (exchange) => {
            // Later exchanges don't describe the connection.
            const isEarly = this.#state.phase === 'connecting' && this.#exchanges.length < maxExchanges;
            if (isEarly) this.#exchanges.push(exchange);
          },
          onElicitationComplete: (elicitationId) => onElicitationComplete?.(elicitationId),
          onListChanged: (kind) => {
            const kinds = kind === 'resource' ? (['resource', 'template'] as const) : [kind];
            read(kinds).catch((error: unknown) => this.#lost(error));
          },
          onClosed: (error) => {
            if (!signal.aborted && this.#state.phase === 'connected') this.#lost(error);
          },
        }),
      );
      if (signal.aborted) {
        void connection.close();
        throw signal.reason;
      }
      opened = connection;
      this.#put({
        phase: 'connected',
        since: Date.now(),
        connection,
        steps: this.#steps({ isInitialized: true }),
        lists: noLists,
        ...omitUndefined({ notice }),
      });
      await read(listKinds);
      return connection;
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = explain(error);
      if (opened) this.#lost(error);
      else this.#failed(failure, { failure, isStarted, isUnanswered: isUnanswered(error) });
      throw error;
    }
  }

  /** The connection has ended by itself. The next call, or *Reconnect*, begins anew. */
  #lost(error: unknown): void {
    const { connection, lists } = this.#state;
    this.#connecting = undefined;
    void connection?.close();
    const failure = this.#deps.explain(error);
    const listed = Object.values(lists).every((list) => list.failure === undefined) || undefined;
    this.#failed(failure, { failure, isInitialized: true, isLost: true, ...omitUndefined({ listed }) });
  }

  #failed(words: string, progressed: Partial<ConnectionProgress>): void {
    const steps = this.#steps(progressed);
    const failed = steps.find(({ outcome }) => outcome === 'failed');
    this.#put({ phase: 'failed', failure: failed?.text ?? words, steps, lists: this.#state.lists });
  }

  /**
   * Reads lists. The reason why one can't be read stands in its place, and its items from before stay. Rejects only where the
   * server no longer has the session.
   */
  async #read(link: McpConnection, kinds: readonly ListKind[], signal: AbortSignal): Promise<void> {
    const read = await Promise.all(
      kinds.map(async (kind) => {
        try {
          const isOffered = listCapabilities[kind] in link.capabilities;
          // All pages together have the time of one. A link that doesn't keep to it is given up later.
          const list = (limited: AbortSignal) =>
            link.list(kind, { signal: limited, timeoutMs: requestTimeoutMs });
          return {
            kind,
            list: isOffered ? await withTimeLimit(requestTimeoutMs + 5000, signal, list) : emptyList,
          };
        } catch (error) {
          return { kind, error };
        }
      }),
    );
    if (signal.aborted) return;
    const failures = read.map(({ list, error }) => error ?? list?.error);
    const lost = failures.find((error) => isSessionLost(error, link));
    if (lost) throw lost;
    const lists = { ...this.#state.lists };
    for (const { kind, list, error } of read) {
      lists[kind] = list
        ? this.#listOf(list)
        : { items: lists[kind].items, failure: this.#deps.explain(error) };
    }
    const failure = Object.values(lists).find((list) => list.failure !== undefined)?.failure;
    const steps = this.#steps({ isInitialized: true, listResult: failure ?? true });
    this.#put({ ...this.#state, lists, steps });
  }

  #listOf({ items, problems, error }: ListResult): ServerList {
    const failure = error === undefined ? undefined : this.#deps.explain(error);
    return { items, ...(problems.length > 0 && { problems }), ...omitUndefined({ failure }) };
  }

  #steps(progressed: Partial<ConnectionProgress>): readonly ConnectionStep[] {
    const { url, diagnose = diagnoseConnection } = this.#deps;
    return diagnose({
      url,
      exchanges: this.#exchanges,
      isInitialized: false,
      ...omitUndefined(progressed),
    });
  }

  #put(state: McpSessionState): void {
    this.#state = state;
    this.#deps.onChange();
  }
}

const sessionRestartedText = (): string =>
  l10n.t(
    'The session no longer existed on the server. A new session was started, and the request was sent again.',
  );
