import * as l10n from '@vscode/l10n';
import { joinSentences } from '../editor/sentences.ts';
import { omitUndefined } from '../fields.ts';
import { createBatchRunner } from './batchRunner.ts';
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
import { isSessionLost } from './sessionLostError.ts';
import type { TypeProblem } from './wire/fieldTypes.ts';

/** Time limit of lists, handshakes, and completions in milliseconds. */
const requestTimeoutMs = 30_000;
/** Maximum number of HTTP exchanges that are kept for a connection. */
const maxExchanges = 200;

interface McpSessionOptions {
  readonly url: string;
  readonly version: string;
  /** Returns the headers for the server's origin. Called before each connection. */
  readonly resolveHeaders: (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>;
  readonly connect: McpConnector;
  /** Time limit of a connection in milliseconds; by default the limit of a list. */
  readonly connectTimeoutMs?: number;
  /** Derives the steps of a connection from its progress; by default the steps over HTTP. */
  readonly diagnose?: (progress: ConnectionProgress) => readonly ConnectionStep[];
  readonly describeError: (error: unknown) => string;
  readonly answerRequest: (request: ServerRequest) => Promise<Readonly<Record<string, unknown>>>;
  /** Called when a URL elicitation is complete. */
  readonly onElicitationComplete?: (elicitationId: string) => void;
  /** Called when the state has changed. */
  readonly onChange: () => void;
  /** Called after each message. */
  readonly onMessage: (direction: 'sent' | 'received', message: RpcMessage) => void;
}

/** A list of a server, or the reason why it can't be read. */
export interface ServerList {
  readonly items: readonly ListedItem[];
  /** Problems of the list as a whole. */
  readonly problems?: readonly TypeProblem[];
  readonly failure?: string;
}

type ServerLists = Readonly<Record<ListKind, ServerList>>;

export interface McpSessionState {
  readonly phase: 'connecting' | 'connected' | 'failed';
  readonly steps: readonly ConnectionStep[];
  /** Start of the connection in milliseconds since the epoch. Absent unless `phase` is `connected`. */
  readonly connectedAt?: number;
  readonly connection?: McpConnection;
  readonly failure?: string;
  /** Information about the connection for the user. */
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

/** The connection of a page to a server. A lost connection is established again with the next request. */
export class McpSession {
  readonly messages = new MessageLog();
  readonly #options: McpSessionOptions;
  #exchanges: HttpExchange[] = [];
  #state: McpSessionState = { phase: 'connecting', steps: [], lists: noLists };
  #connecting: Promise<McpConnection> | undefined;
  #abort = new AbortController();

  constructor(options: McpSessionOptions) {
    this.#options = options;
  }

  get state(): McpSessionState {
    return this.#state;
  }

  /** Closes the current connection, and establishes a new one. Never rejects: the state has the error. */
  async connect(): Promise<void> {
    await this.#reopen().catch(() => undefined);
  }

  /** Waits for a pending connection, or reconnects if the connection was lost. Never rejects. */
  async waitUntilConnected(): Promise<void> {
    await this.#getConnection().catch(() => undefined);
  }

  /** Calls a tool, prompt, or resource. `onSent` receives the index of the request. */
  call(
    call: McpCall,
    options: McpRequestOptions,
    onSent: (index: number) => void = () => {},
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.#request((connection) => this.#reportSent(() => connection.call(call, options), onSent));
  }

  /** Sends any message. `onSent` receives the index of the message. */
  send(
    message: OutgoingMessage,
    options: McpRequestOptions,
    onSent: (index: number) => void,
  ): Promise<unknown> {
    return this.#request((connection) => this.#reportSent(() => connection.send(message, options), onSent));
  }

  /** Sends a message, and reports its index. */
  #reportSent<T>(send: () => Promise<T>, onSent: (index: number) => void): Promise<T> {
    const index = this.messages.length;
    const response = send();
    if (this.messages.length > index) onSent(index);
    return response;
  }

  async complete(request: CompletionRequest): Promise<readonly string[]> {
    return this.#request((connection) =>
      connection.complete(request, { signal: this.#abort.signal, timeoutMs: requestTimeoutMs }),
    );
  }

  /** Cancels a pending connection. */
  cancelConnecting(): void {
    if (this.#state.phase !== 'connecting' || !this.#connecting) return;
    this.#connecting = undefined;
    this.#abort.abort();
    this.#setFailed(l10n.t('You canceled the connection.'), {});
  }

  async dispose(): Promise<void> {
    this.#abort.abort();
    await this.#state.connection?.close();
  }

  /** Sends a request. If the server rejects it because the session no longer exists, sends it again in a new session. */
  async #request<Result>(send: (connection: McpConnection) => Promise<Result>): Promise<Result> {
    const connecting = this.#getConnection();
    const connection = await connecting;
    try {
      return await send(connection);
    } catch (error) {
      if (!isSessionLost(error, connection)) throw error;
      // Requests that were rejected at the same time share the new session.
      const reopened =
        this.#connecting === connecting
          ? this.#reopen(sessionRestartedText(this.#options.describeError(error)))
          : this.#getConnection();
      return await send(await reopened).catch((secondError: unknown) => {
        if (isSessionLost(secondError, connection) && this.#connecting === reopened)
          this.#handleLostConnection(secondError);
        throw secondError;
      });
    }
  }

  #getConnection(): Promise<McpConnection> {
    return this.#connecting ?? this.#reopen();
  }

  #reopen(notice?: string): Promise<McpConnection> {
    this.#abort.abort();
    this.#abort = new AbortController();
    void this.#state.connection?.close();
    const opening = this.#openConnection(this.#abort.signal, notice);
    this.#connecting = opening;
    opening.catch(() => {
      if (this.#connecting === opening) this.#connecting = undefined;
    });
    return opening;
  }

  async #openConnection(signal: AbortSignal, notice: string | undefined): Promise<McpConnection> {
    const {
      version,
      connect,
      connectTimeoutMs = requestTimeoutMs,
      answerRequest,
      onElicitationComplete,
      describeError,
      onMessage,
    } = this.#options;
    this.#exchanges = [];
    this.#setState({ phase: 'connecting', steps: this.#diagnose({}), lists: this.#state.lists });
    let isStarted = false;
    let opened: McpConnection | undefined;
    try {
      const headers = await this.#options.resolveHeaders(signal);
      signal.throwIfAborted();
      isStarted = true;
      // Reads don't overlap, even if the server reports changes faster than lists can be read.
      const readLists = createBatchRunner<ListKind>(async (kinds) => {
        if (opened && !signal.aborted) await this.#readLists(opened, kinds, signal);
      });
      const connection = await withTimeLimit(connectTimeoutMs, signal, (limited) =>
        connect({
          url: this.#options.url,
          version,
          answerRequest: answerRequest,
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
            readLists(kinds).catch((error: unknown) => this.#handleLostConnection(error));
          },
          onClosed: (error) => {
            if (!signal.aborted && this.#state.phase === 'connected') this.#handleLostConnection(error);
          },
        }),
      );
      if (signal.aborted) {
        void connection.close();
        throw signal.reason;
      }
      opened = connection;
      this.#setState({
        phase: 'connected',
        connectedAt: Date.now(),
        connection,
        steps: this.#diagnose({ isInitialized: true }),
        lists: noLists,
        ...omitUndefined({ notice }),
      });
      await readLists(listKinds);
      return connection;
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = describeError(error);
      if (opened) this.#handleLostConnection(error);
      else this.#setFailed(failure, { failure, isStarted, isUnanswered: isUnanswered(error) });
      throw error;
    }
  }

  /** Handles a lost connection. The next call or *Reconnect* establishes a new one. */
  #handleLostConnection(error: unknown): void {
    const { connection, lists } = this.#state;
    this.#connecting = undefined;
    void connection?.close();
    const failure = this.#options.describeError(error);
    const listResult = Object.values(lists).every((list) => list.failure === undefined) || undefined;
    this.#setFailed(failure, {
      failure,
      isInitialized: true,
      isLost: true,
      ...omitUndefined({ listResult }),
    });
  }

  #setFailed(failure: string, progress: Partial<ConnectionProgress>): void {
    const steps = this.#diagnose(progress);
    const failedStep = steps.find(({ outcome }) => outcome === 'failed');
    this.#setState({
      phase: 'failed',
      failure: failedStep?.text ?? failure,
      steps,
      lists: this.#state.lists,
    });
  }

  /**
   * Reads lists. If a list can't be read, keeps its previous items with the reason. Rejects only if the session no
   * longer exists.
   */
  async #readLists(
    connection: McpConnection,
    kinds: readonly ListKind[],
    signal: AbortSignal,
  ): Promise<void> {
    const results = await Promise.all(
      kinds.map(async (kind) => {
        try {
          const isOffered = listCapabilities[kind] in connection.capabilities;
          // All pages together have the time limit of one page. A connection that ignores this limit is aborted 5
          // seconds later.
          const list = (limited: AbortSignal) =>
            connection.list(kind, { signal: limited, timeoutMs: requestTimeoutMs });
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
    const failures = results.map(({ list, error }) => error ?? list?.error);
    const sessionError = failures.find((error) => isSessionLost(error, connection));
    if (sessionError) throw sessionError;
    const lists = { ...this.#state.lists };
    for (const { kind, list, error } of results) {
      lists[kind] = list
        ? this.#toServerList(list)
        : { items: lists[kind].items, failure: this.#options.describeError(error) };
    }
    const failure = Object.values(lists).find((list) => list.failure !== undefined)?.failure;
    const steps = this.#diagnose({ isInitialized: true, listResult: failure ?? true });
    this.#setState({ ...this.#state, lists, steps });
  }

  #toServerList({ items, problems, error }: ListResult): ServerList {
    const failure = error === undefined ? undefined : this.#options.describeError(error);
    return { items, ...(problems.length > 0 && { problems }), ...omitUndefined({ failure }) };
  }

  #diagnose(progress: Partial<ConnectionProgress>): readonly ConnectionStep[] {
    const { url, diagnose = diagnoseConnection } = this.#options;
    return diagnose({
      url,
      exchanges: this.#exchanges,
      isInitialized: false,
      ...omitUndefined(progress),
    });
  }

  #setState(state: McpSessionState): void {
    this.#state = state;
    this.#options.onChange();
  }
}

const sessionRestartedText = (reason: string): string =>
  joinSentences(reason, l10n.t('A new session was started, and the request was sent again.'));
