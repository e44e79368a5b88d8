import * as vscode from 'vscode';
import type { BaseUrl } from '../api/baseUrl.ts';
import type { RequestLogger } from '../api/transport.ts';
import { createAccountChoices } from './accountChoices.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Connection, ServiceConnection, type SignInRequest } from './connection.ts';
import { environmentSessions, machineName } from './environmentKey.node.ts';
import { createLease } from './lease.node.ts';
import { hasLostSessions, watchForLostSessions } from './lostSessions.ts';
import { HostedMcpAuthenticationProvider, type ProviderOptions } from './provider.ts';
import { createSecretBox } from './secretBox.ts';
import { createSessionRenewal } from './sessionRenewal.ts';
import { createSessionStore } from './sessionStore.ts';
import { setSignInLogger } from './signInLog.ts';
import { createUriRedirects } from './uriRedirects.ts';

interface AuthOptions {
  readonly context: Pick<
    vscode.ExtensionContext,
    'secrets' | 'globalState' | 'globalStorageUri' | 'extension'
  >;
  /** The setting, read. */
  readonly service: () => BaseUrl;
  readonly onDidChangeService: vscode.Event<void>;
  /** Links to the editor: some are answers to a sign-in. */
  readonly onDidOpenLink: vscode.Event<vscode.Uri>;
  readonly logger: RequestLogger;
  readonly warn: (message: string) => void;
  /** The editor keeps no secrets: a sign-in lasts as long as the window. */
  readonly notifyNotStored: () => void;
  /** A key of this machine is about to be used at a service. */
  readonly onUseMachineKey: (origin: string, machineName: string) => void;
  readonly signInAgain: (need: SignInRequest, accounts: Accounts) => Promise<void>;
  readonly prompts: Pick<ProviderOptions, 'askSecret' | 'oauth' | 'notifyFixed' | 'withProgress'>;
}

interface Auth extends vscode.Disposable {
  readonly accounts: Accounts;
  readonly connection: Connection;
  /** False: what was stored was lost, or couldn't be stored. */
  readonly canStoreSecrets: () => boolean;
  /**
   * Signs another user in, besides those who are. Asked for through the editor's own API, that would be held for a
   * mistake: it takes who signs in again for who was there before.
   */
  readonly signInAnother: () => Promise<vscode.AuthenticationSession>;
}

/** Puts together who is asking: what is stored, what is renewed, what the Accounts menu shows. */
export function createAuth(options: AuthOptions): Auth {
  const { context, service, onDidChangeService, logger, warn } = options;
  const { secrets, globalState, globalStorageUri, extension } = context;
  setSignInLogger(logger);
  let hasLost = hasLostSessions(globalState);
  const notifyUnkept = (): void => {
    hasLost = true;
    options.notifyNotStored();
  };
  const box = createSecretBox(secrets, notifyUnkept);
  const lease = createLease(globalStorageUri.scheme === 'file' ? globalStorageUri.fsPath : undefined, warn);
  const store = createSessionStore({ box, fixed: environmentSessions(), lease, warn });
  // What can't be read is told of by the store.
  watchForLostSessions(store, globalState, notifyUnkept).catch(() => undefined);
  const accounts = createAccounts({
    store,
    choices: createAccountChoices(globalState),
    renewal: createSessionRenewal({ store, lease, warn }),
    revoke: async (session) => {
      const { revokeSession } = await import('./oauth.ts');
      // Signed out here in any case.
      await revokeSession(session, AbortSignal.timeout(10_000)).catch(() => undefined);
    },
    onUseFixed: ({ origin }) => options.onUseMachineKey(origin, machineName),
  });
  const connection = new ServiceConnection({
    service,
    onDidChangeService,
    accounts,
    logger,
    signInAgain: (need) => options.signInAgain(need, accounts),
  });
  const uriRedirects = createUriRedirects(extension.id, secrets, options.onDidOpenLink);
  const provider = new HostedMcpAuthenticationProvider({
    ...options.prompts,
    store,
    uriRedirects,
    warn,
    baseUrl: () => connection.baseUrl,
    onDidChangeBaseUrl: onDidChangeService,
    add: (session) => accounts.add(session),
    signOut: (id) => accounts.signOut(id),
  });
  const owned = vscode.Disposable.from(
    secrets.onDidChange(({ key }) => store.handleSecretChange(key)),
    connection,
    uriRedirects,
    provider,
  );
  return {
    accounts,
    connection,
    canStoreSecrets: () => !hasLost,
    signInAnother: () => provider.createSession(['user']),
    dispose: () => owned.dispose(),
  };
}
