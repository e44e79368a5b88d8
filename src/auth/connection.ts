import * as vscode from 'vscode';
import type { BaseUrl } from '../api/baseUrl.ts';
import type { Client } from '../api/client.ts';
import type { RequiredCredential } from '../api/operation.ts';
import type { GetToken, RequestLogger } from '../api/transport.ts';
import type { Account, Accounts } from './accounts.ts';
import { ServiceError } from './errors.ts';

/**
 * `noService`: no base URL is set. `signedOut`: there is no account for the service. `ended`: the authorization server
 * has ended the session. `ready`: there is an account, or the base URL is invalid. Requests can still fail.
 */
export type ConnectionState = 'noService' | 'signedOut' | 'ended' | 'ready';

/** The behavior of a client when the service rejects the account. */
export interface ClientAccess {
  /**
   * Whether the user can be asked to sign in again if the service rejects the account, after which the request
   * continues. Otherwise, the request fails. Must be set only for requests that the user just made.
   */
  readonly isInteractive?: boolean;
}

/** The service that the editor is connected to. */
export interface Connection {
  /** Normalized, without a trailing slash. `undefined` if no service is chosen, or its URL is invalid. */
  readonly baseUrl: string | undefined;
  state(): Promise<ConnectionState>;
  /** Returns the account for operations of this scope. */
  account(scope: RequiredCredential): Promise<Account | undefined>;
  /**
   * Returns the client for the chosen service, the same one until the service changes. Rejects with a `ServiceError`.
   */
  client(options?: ClientAccess): Promise<Client>;
  /** Secrets that this window has sent: credentials, and values of secret variables. */
  readonly knownSecrets: readonly string[];
  /** Fires after the service or the accounts have changed, which makes all loaded data outdated. */
  readonly onDidChange: vscode.Event<void>;
  /** Fires after the service has rejected or accepted the account. Loaded data isn't outdated. */
  readonly onDidChangeRejected: vscode.Event<void>;
}

/** A request to the user to sign in again. */
export interface SignInRequest {
  readonly baseUrl: string;
  readonly scope: RequiredCredential;
  /** The rejected account. */
  readonly account: Account;
}

interface ConnectionOptions {
  /** Returns the base URL in the settings. */
  readonly getBaseUrl: () => BaseUrl;
  readonly onDidChangeService: vscode.Event<void>;
  readonly accounts: Accounts;
  /** Asks the user to sign in again. Rejects with a `CancellationError` if the user cancels. */
  readonly signInAgain: (request: SignInRequest) => Promise<void>;
  readonly logger: RequestLogger;
}

/** The connection to the service in the settings. */
export class ServiceConnection implements Connection, vscode.Disposable {
  readonly #options: ConnectionOptions;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable;
  readonly #clients = new Map<boolean, Promise<Client>>();
  /** Pending sign-in prompts by session ID. All requests that wait for the same account share one prompt. */
  readonly #pendingSignIns = new Map<string, Promise<void>>();
  readonly #sentSecrets = new Set<string>();
  readonly #onDidChangeRejected = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly onDidChangeRejected = this.#onDidChangeRejected.event;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#disposables = vscode.Disposable.from(
      this.#onDidChange,
      this.#onDidChangeRejected,
      new vscode.Disposable(options.accounts.onDidChangeRejected(() => this.#onDidChangeRejected.fire())),
      options.onDidChangeService(() => {
        this.#clients.clear();
        this.#onDidChange.fire();
      }),
      new vscode.Disposable(options.accounts.onDidChange(() => this.#onDidChange.fire())),
    );
  }

  get baseUrl(): string | undefined {
    const service = this.#options.getBaseUrl();
    return service.ok ? service.url : undefined;
  }

  get knownSecrets(): readonly string[] {
    return [...this.#sentSecrets];
  }

  async state(): Promise<ConnectionState> {
    const service = this.#options.getBaseUrl();
    if (!service.ok) return service.rule === 'empty' ? 'noService' : 'ready';
    const account = await this.#options.accounts.getChosen(service.origin, 'any');
    if (!account) return 'signedOut';
    return account.hasSessionEnded ? 'ended' : 'ready';
  }

  async account(scope: RequiredCredential): Promise<Account | undefined> {
    const service = this.#options.getBaseUrl();
    return service.ok ? this.#options.accounts.getChosen(service.origin, scope) : undefined;
  }

  client({ isInteractive = false }: ClientAccess = {}): Promise<Client> {
    const existingClient = this.#clients.get(isInteractive);
    if (existingClient !== undefined) return existingClient;
    const client = this.#createClient(isInteractive);
    this.#clients.set(isInteractive, client);
    client.catch(() => this.#clients.delete(isInteractive));
    return client;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #createClient(isInteractive: boolean): Promise<Client> {
    const service = this.#options.getBaseUrl();
    if (!service.ok) throw new ServiceError(service.rule);
    const { createClient } = await import('../api/client.ts');
    const { accounts, logger } = this.#options;
    const { url: baseUrl, origin } = service;
    const getToken: GetToken = async (scope, { rejectedToken, isRenewed }) => {
      const token = isRenewed ? undefined : await accounts.getToken(origin, scope, rejectedToken);
      if (token !== undefined) return token;
      const account = await accounts.getChosen(origin, scope);
      if (rejectedToken !== undefined) accounts.setRejected(account?.id);
      if (!isInteractive) return undefined;
      // If no account exists, or neither the token was rejected nor the session has ended, signing in again doesn't
      // help.
      if (!account || (rejectedToken === undefined && !account.hasSessionEnded)) return undefined;
      // A sign-in is always for the current service.
      if (this.baseUrl !== baseUrl) return undefined;
      await this.#signInAgain({ baseUrl, scope, account });
      return accounts.getToken(origin, scope, rejectedToken);
    };
    const recordingLogger: RequestLogger = {
      logRequest: (entry) => {
        if (entry.error === undefined) accounts.setRejected(undefined);
        logger.logRequest(entry);
      },
    };
    const onSecrets = (secrets: readonly string[]): void => {
      for (const secret of secrets) this.#sentSecrets.add(secret);
    };
    return createClient({ baseUrl, logger: recordingLogger, getToken, onSecrets });
  }

  #signInAgain(request: SignInRequest): Promise<void> {
    const { id } = request.account;
    const pending =
      this.#pendingSignIns.get(id) ??
      this.#options.signInAgain(request).finally(() => this.#pendingSignIns.delete(id));
    this.#pendingSignIns.set(id, pending);
    return pending;
  }
}
