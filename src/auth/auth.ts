import * as vscode from 'vscode';
import type { BaseUrl } from '../api/baseUrl.ts';
import type { RequestLogger } from '../api/transport.ts';
import { createAccountChoices } from './accountChoices.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Connection, ServiceConnection, type SignInRequest } from './connection.ts';
import { createFallbackSecretStorage } from './fallbackSecretStorage.ts';
import { createLease } from './lease.node.ts';
import { hasLostSessions, watchForLostSessions } from './lostSessions.ts';
import { machineName, readMachineSessions } from './machineKey.node.ts';
import { HostedMcpAuthenticationProvider, type ProviderOptions } from './provider.ts';
import { type AuthSession, sampleSessionId } from './session.ts';
import { createSessionRenewal } from './sessionRenewal.ts';
import { createSessionStore } from './sessionStore.ts';
import { setSignInLogger } from './signInLog.ts';
import { createUriRedirects } from './uriRedirects.ts';

interface AuthOptions {
  readonly context: Pick<
    vscode.ExtensionContext,
    'secrets' | 'globalState' | 'globalStorageUri' | 'extension'
  >;
  /** Returns the base URL in the settings. */
  readonly getBaseUrl: () => BaseUrl;
  readonly onDidChangeService: vscode.Event<void>;
  /** Fires when a link to this extension is opened. Some links are redirects of a sign-in. */
  readonly onDidOpenLink: vscode.Event<vscode.Uri>;
  readonly logger: RequestLogger;
  readonly warn: (message: string) => void;
  /** Notifies the user that the editor can't store secrets, so that a sign-in lasts only as long as the window. */
  readonly notifyNotStored: () => void;
  /** Called before a key from this machine's environment is used for a service. */
  readonly onUseMachineKey: (origin: string, machineName: string) => void;
  readonly signInAgain: (need: SignInRequest, accounts: Accounts) => Promise<void>;
  readonly prompts: Pick<
    ProviderOptions,
    'askSecret' | 'getOAuthSettings' | 'notifyFixedSession' | 'withProgress'
  >;
}

/** The accounts, and the connection that uses them. */
export interface Auth extends vscode.Disposable {
  readonly accounts: Accounts;
  readonly connection: Connection;
  /** Adds the account of a sample service, or removes it. */
  readonly setSampleAccount: (
    service: { readonly url: string; readonly accessToken: string } | undefined,
  ) => Promise<void>;
  /** Returns whether no stored secrets were lost, and all secrets could be stored so far. */
  readonly canStoreSecrets: () => boolean;
  /**
   * Signs in another user. The authentication API of the editor can't do this: it expects the user who signed in
   * before.
   */
  readonly signInAnotherUser: () => Promise<vscode.AuthenticationSession>;
}

/** Creates the accounts, the connection, and the authentication provider. */
export function createAuth(options: AuthOptions): Auth {
  const { context, getBaseUrl, onDidChangeService, logger, warn } = options;
  const { secrets, globalState, globalStorageUri, extension } = context;
  setSignInLogger(logger);
  let hasLost = hasLostSessions(globalState);
  const handleNotStored = (): void => {
    hasLost = true;
    options.notifyNotStored();
  };
  const storage = createFallbackSecretStorage(secrets, handleNotStored);
  const lease = createLease(globalStorageUri.scheme === 'file' ? globalStorageUri.fsPath : undefined, warn);
  const store = createSessionStore({ storage, fixedSessions: readMachineSessions(), lease, warn });
  // The session store reports read errors.
  watchForLostSessions(store, globalState, handleNotStored).catch(() => undefined);
  const accounts = createAccounts({
    store,
    choices: createAccountChoices(globalState),
    renewal: createSessionRenewal({ store, lease, warn }),
    revoke: async (session) => {
      const { revokeSession } = await import('./oauth.ts');
      // The account is signed out even if the revocation fails.
      await revokeSession(session, AbortSignal.timeout(10_000)).catch(() => undefined);
    },
    onUseFixedSession: ({ origin }) => options.onUseMachineKey(origin, machineName),
  });
  const connection = new ServiceConnection({
    getBaseUrl,
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
    getBaseUrl: () => connection.baseUrl,
    onDidChangeBaseUrl: onDidChangeService,
    add: (session) => accounts.add(session),
    signOut: (id) => accounts.signOut(id),
  });
  const disposables = vscode.Disposable.from(
    secrets.onDidChange(({ key }) => store.handleSecretChange(key)),
    connection,
    uriRedirects,
    provider,
  );
  return {
    accounts,
    connection,
    setSampleAccount: (service) => store.setSampleSession(service && createSampleSession(service)),
    canStoreSecrets: () => !hasLost,
    signInAnotherUser: () => provider.createSession(['user']),
    dispose: () => disposables.dispose(),
  };
}

function createSampleSession({
  url,
  accessToken,
}: {
  readonly url: string;
  readonly accessToken: string;
}): AuthSession {
  return {
    id: sampleSessionId,
    kind: 'user',
    origin: new URL(url).origin,
    account: { id: sampleSessionId, label: vscode.l10n.t('Sample') },
    generation: 0,
    accessToken,
    createdAt: 0,
  };
}
