import * as vscode from 'vscode';
import type { BaseUrl } from '../api/baseUrl.ts';
import type { Client } from '../api/client.ts';
import type { GetToken, RequestLogger } from '../api/transport.ts';
import type { Account, Accounts } from './accounts.ts';
import { ServiceError } from './errors.ts';
import type { SessionScope } from './session.ts';

/**
 * `noService`: no base URL is set. `signedOut`: no one for it. `ended`: the authorization server has ended the session.
 * `ready` says nothing of whether the service answers.
 */
export type ConnectionState = 'noService' | 'signedOut' | 'ended' | 'ready';

/** How a client asks. */
export interface ClientAccess {
  /**
   * For what a person just asked for: when the service refuses the account, its owner is asked to sign in again, and
   * the request goes on after that. Without it the request fails, for a place that says so and offers it.
   */
  readonly isInteractive?: boolean;
}

/** The service that the editor is connected to, and the clients for it. */
export interface Connection {
  /** Normalised, without a trailing slash; undefined when none is chosen or the one chosen is refused. */
  readonly baseUrl: string | undefined;
  state(): Promise<ConnectionState>;
  /** Whom operations of this scope are carried out as. */
  account(scope: SessionScope): Promise<Account | undefined>;
  /** The client of the chosen service, the same one until the service changes. Rejects with a `ServiceError`. */
  client(options?: ClientAccess): Promise<Client>;
  /** Secrets that this window has sent: credentials, values of secret variables. */
  readonly knownSecrets: readonly string[];
  /** Another service, or other accounts: whatever was loaded is out of date. */
  readonly onDidChange: vscode.Event<void>;
  /** Whether the service accepts who asks: nothing that was loaded is out of date. */
  readonly onDidChangeRefused: vscode.Event<void>;
}

/** Whose sign-in is wanted again. */
export interface SignInRequest {
  readonly baseUrl: string;
  readonly scope: SessionScope;
  /** The one that was refused. */
  readonly account: Account;
}

interface ConnectionOptions {
  /** The setting, read. */
  readonly service: () => BaseUrl;
  readonly onDidChangeService: vscode.Event<void>;
  readonly accounts: Accounts;
  /** Asks its owner to sign in again; rejects with a `CancellationError` when the user leaves. */
  readonly signInAgain: (need: SignInRequest) => Promise<void>;
  readonly logger: RequestLogger;
}

/** The connection to the service in the settings, with the accounts of it. */
export class ServiceConnection implements Connection, vscode.Disposable {
  readonly #options: ConnectionOptions;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly #owned: vscode.Disposable;
  readonly #clients = new Map<boolean, Promise<Client>>();
  /** One question for all requests that wait for the same session. */
  readonly #asking = new Map<string, Promise<void>>();
  readonly #secrets = new Set<string>();
  readonly #onDidChangeRefused = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly onDidChangeRefused = this.#onDidChangeRefused.event;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#owned = vscode.Disposable.from(
      this.#onDidChange,
      this.#onDidChangeRefused,
      new vscode.Disposable(options.accounts.onDidChangeRefused(() => this.#onDidChangeRefused.fire())),
      options.onDidChangeService(() => {
        this.#clients.clear();
        this.#onDidChange.fire();
      }),
      new vscode.Disposable(options.accounts.onDidChange(() => this.#onDidChange.fire())),
    );
  }

  get baseUrl(): string | undefined {
    const service = this.#options.service();
    return service.ok ? service.url : undefined;
  }

  get knownSecrets(): readonly string[] {
    return [...this.#secrets];
  }

  async state(): Promise<ConnectionState> {
    const service = this.#options.service();
    if (!service.ok) return service.rule === 'empty' ? 'noService' : 'ready';
    const account = await this.#options.accounts.getChosen(service.origin, 'any');
    if (!account) return 'signedOut';
    return account.hasEnded ? 'ended' : 'ready';
  }

  async account(scope: SessionScope): Promise<Account | undefined> {
    const service = this.#options.service();
    return service.ok ? this.#options.accounts.getChosen(service.origin, scope) : undefined;
  }

  client({ isInteractive = false }: ClientAccess = {}): Promise<Client> {
    const known = this.#clients.get(isInteractive);
    if (known) return known;
    const client = this.#createClient(isInteractive);
    this.#clients.set(isInteractive, client);
    client.catch(() => this.#clients.delete(isInteractive));
    return client;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #createClient(isInteractive: boolean): Promise<Client> {
    const service = this.#options.service();
    if (!service.ok) throw new ServiceError(service.rule);
    const { createClient } = await import('../api/client.ts');
    const { accounts, logger } = this.#options;
    const { url: baseUrl, origin } = service;
    const getToken: GetToken = async (scope, { rejected, isRenewed }) => {
      const token = isRenewed ? undefined : await accounts.getToken(origin, scope, rejected);
      if (token !== undefined) return token;
      const account = await accounts.getChosen(origin, scope);
      if (rejected !== undefined) accounts.setRefused(account?.id);
      if (!isInteractive) return undefined;
      // No one was refused: who is to ask is another question than signing in again.
      if (!account || (rejected === undefined && !account.hasEnded)) return undefined;
      // A sign-in is to the service that is chosen now.
      if (this.baseUrl !== baseUrl) return undefined;
      await this.#signInAgain({ baseUrl, scope, account });
      return accounts.getToken(origin, scope, rejected);
    };
    const noting: RequestLogger = {
      request: (entry) => {
        if (entry.error === undefined) accounts.setRefused(undefined);
        logger.request(entry);
      },
    };
    const onSecrets = (secrets: readonly string[]): void => {
      for (const secret of secrets) this.#secrets.add(secret);
    };
    return createClient({ baseUrl, logger: noting, getToken, onSecrets });
  }

  #signInAgain(need: SignInRequest): Promise<void> {
    const { id } = need.account;
    const pending =
      this.#asking.get(id) ?? this.#options.signInAgain(need).finally(() => this.#asking.delete(id));
    this.#asking.set(id, pending);
    return pending;
  }
}
