import * as vscode from 'vscode';
import type { BaseUrl } from '../api/baseUrl.ts';
import type { Client } from '../api/client.ts';
import type { RequestLogger } from '../api/transport.ts';
import { ServiceError } from './errors.ts';
import { type Session, sessionFor } from './session.ts';
import type { SessionStore } from './sessionStore.ts';

/** `noService`: no base URL is set. `signedOut`: no session for it. `ready` says nothing of whether it answers. */
export type ConnectionState = 'noService' | 'signedOut' | 'ready';

/** The service that the editor is connected to, and the one client for it. */
export interface Connection {
  /** Normalised, without a trailing slash; undefined when none is chosen or the one chosen is refused. */
  readonly baseUrl: string | undefined;
  state(): Promise<ConnectionState>;
  /** The client of the chosen service, the same one until the service changes. Rejects with a `ServiceError`. */
  client(): Promise<Client>;
  /** Another service, or other sessions: whatever was loaded is out of date. */
  readonly onDidChange: vscode.Event<void>;
}

interface ConnectionOptions {
  /** The setting, read. */
  readonly service: () => BaseUrl;
  readonly onDidChangeService: vscode.Event<void>;
  readonly store: SessionStore;
  readonly logger: RequestLogger;
  readonly warn: (message: string) => void;
}

/** A token is refreshed this long before its end. */
const refreshMarginMs = 60_000;

/** The connection to the service in the settings, with the sessions in the store. */
export class ServiceConnection implements Connection, vscode.Disposable {
  readonly #options: ConnectionOptions;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly #owned: vscode.Disposable;
  readonly #refreshing = new Map<string, Promise<Session>>();
  #client: Promise<Client> | undefined;
  readonly onDidChange = this.#onDidChange.event;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#owned = vscode.Disposable.from(
      this.#onDidChange,
      options.onDidChangeService(() => {
        this.#client = undefined;
        this.#onDidChange.fire();
      }),
      options.store.onDidChange(({ added, removed }) => {
        // A refreshed token is the same session: nothing that was loaded is out of date.
        if (added.length + removed.length > 0) this.#onDidChange.fire();
      }),
    );
  }

  get baseUrl(): string | undefined {
    const service = this.#options.service();
    return service.ok ? service.url : undefined;
  }

  async state(): Promise<ConnectionState> {
    const service = this.#options.service();
    if (!service.ok) return service.rule === 'empty' ? 'noService' : 'ready';
    const session = sessionFor(await this.#options.store.list(), service.origin, 'any');
    return session ? 'ready' : 'signedOut';
  }

  client(): Promise<Client> {
    this.#client ??= this.#createClient();
    this.#client.catch(() => {
      this.#client = undefined;
    });
    return this.#client;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #createClient(): Promise<Client> {
    const service = this.#options.service();
    if (!service.ok) throw new ServiceError(service.rule);
    const { createClient } = await import('../api/client.ts');
    return createClient({
      baseUrl: service.url,
      logger: this.#options.logger,
      getToken: (scope, { rejected }) => this.#token(service.origin, scope, rejected),
    });
  }

  /** The token for `origin`; with `rejected`, another one than that, or none. */
  async #token(
    origin: string,
    scope: 'any' | 'user',
    rejected: string | undefined,
  ): Promise<string | undefined> {
    const session = sessionFor(await this.#options.store.list(), origin, scope);
    if (!session) return undefined;
    const isOver = session.expiresAt !== undefined && session.expiresAt - refreshMarginMs < Date.now();
    if (session.refresh && (isOver || session.accessToken === rejected)) {
      const { accessToken } = await this.#refresh(session);
      return accessToken === rejected ? undefined : accessToken;
    }
    return session.accessToken === rejected ? undefined : session.accessToken;
  }

  /** One refresh at a time for each session. Whatever goes wrong, the session stays: only its owner ends it. */
  #refresh(session: Session): Promise<Session> {
    const running = this.#refreshing.get(session.id);
    if (running !== undefined) return running;
    const refreshed = this.#refreshNow(session).finally(() => this.#refreshing.delete(session.id));
    this.#refreshing.set(session.id, refreshed);
    return refreshed;
  }

  async #refreshNow(session: Session): Promise<Session> {
    try {
      const { refreshSession } = await import('./oauth.ts');
      const refreshed = await refreshSession(session);
      // Stored before it is used: the old refresh token may be spent already.
      await this.#options.store.replace(refreshed);
      return refreshed;
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown error';
      this.#options.warn(`The session could not be refreshed (${name}).`);
      return session;
    }
  }
}
