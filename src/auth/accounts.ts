import type { RequiredCredential } from '../api/operation.ts';
import type { AccountChoices } from './accountChoices.ts';
import type { Renewal } from './renewal.ts';
import {
  type AuthSession,
  getAccountKey,
  hasSessionEnded,
  type SessionKind,
  sampleSessionId,
  selectSession,
} from './session.ts';
import type { SessionStore } from './sessionStore.ts';

/** An account for a service. Contains no secrets. */
export interface Account {
  /** The ID of its session. */
  readonly id: string;
  readonly kind: SessionKind;
  /** The account ID in the editor. Stays the same after another sign-in. */
  readonly accountId: string;
  readonly label: string;
  readonly origin: string;
  /** Whether the authorization server has ended the session, so that the user must sign in again. */
  readonly hasSessionEnded: boolean;
  /** Whether the service rejected the account when it was last used, and there is no other token. */
  readonly isRejected: boolean;
  /** Whether the account comes from an environment variable or the sample service, so that it can't be signed out. */
  readonly isFixed: boolean;
}

/** The accounts of all services. */
export interface Accounts {
  /** Returns the accounts of one service, oldest first. */
  list(origin: string): Promise<readonly Account[]>;
  /** Returns the account for operations of this scope. */
  getChosen(origin: string, scope: RequiredCredential): Promise<Account | undefined>;
  /** Chooses the account for operations of this scope. */
  choose(id: string, scope: RequiredCredential): Promise<void>;
  /** Adds a session. Replaces older sessions of the same account, and revokes them at the authorization server. */
  add(session: AuthSession): Promise<void>;
  signOut(id: string): Promise<void>;
  /**
   * Returns the token of the chosen account for `origin`, or a new one if that token is `rejected`. Returns `undefined`
   * if the user must sign in. Rejects if the token can't be renewed at the moment.
   */
  getToken(
    origin: string,
    scope: RequiredCredential,
    rejected: string | undefined,
  ): Promise<string | undefined>;
  /** Records the session ID of the account that the service rejected, or `undefined` if it accepted a request. */
  setRejected(id: string | undefined): void;
  /** Called after the rejected account has changed. Returns a function that removes the listener. */
  onDidChangeRejected(listener: () => void): () => void;
  /**
   * Called after accounts were added, removed, or chosen, but not after a token was renewed. Returns a function that
   * removes the listener.
   */
  onDidChange(listener: () => void): () => void;
}

interface AccountsOptions {
  readonly store: SessionStore;
  readonly choices: AccountChoices;
  readonly renewal: Renewal;
  /** Revokes the tokens of a session at the authorization server. The result isn't awaited. */
  readonly revoke: (session: AuthSession) => Promise<void>;
  /** Called before a key from an environment variable is used. */
  readonly onUseFixedSession: (session: AuthSession) => void;
}

export function createAccounts({
  store,
  choices,
  renewal,
  revoke,
  onUseFixedSession,
}: AccountsOptions): Accounts {
  const listeners = new Set<() => void>();
  const rejectionListeners = new Set<() => void>();
  let rejectedId: string | undefined;
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  store.onDidChange(({ added, removed, changed }) => {
    // A renewed token alone doesn't make loaded data outdated.
    if (changed.length === 0 || added.length + removed.length > 0) notify();
  });

  const findChosenSession = async (
    origin: string,
    scope: RequiredCredential,
  ): Promise<AuthSession | undefined> =>
    selectSession(await store.list(), origin, scope, choices.get(origin));

  const toAccount = (session: AuthSession): Account => ({
    id: session.id,
    kind: session.kind,
    accountId: session.account.id,
    label: session.account.label,
    origin: session.origin,
    hasSessionEnded: hasSessionEnded(session),
    isRejected: session.id === rejectedId,
    isFixed: store.isFixed(session.id),
  });

  const findSession = async (id: string): Promise<AuthSession | undefined> =>
    (await store.list()).find((session) => session.id === id);

  return {
    list: async (origin) =>
      (await store.list()).filter((session) => session.origin === origin).map(toAccount),
    getChosen: async (origin, scope) => {
      const session = await findChosenSession(origin, scope);
      return session && toAccount(session);
    },
    choose: async (id, scope) => {
      const session = await findSession(id);
      if (!session || choices.get(session.origin)[scope] === getAccountKey(session)) return;
      await choices.choose(session, scope);
      notify();
    },
    add: async (session) => {
      for (const replaced of await store.add(session)) void revoke(replaced);
    },
    signOut: async (id) => {
      const session = await store.read(id).catch(() => undefined);
      await store.remove(id);
      if (session) void revoke(session);
    },
    getToken: async (origin, scope, rejected) => {
      const session = await findChosenSession(origin, scope);
      if (session && store.isFixed(session.id) && session.id !== sampleSessionId) onUseFixedSession(session);
      return session && renewal.getToken(session, rejected);
    },
    setRejected: (id) => {
      if (id === rejectedId) return;
      rejectedId = id;
      for (const listener of rejectionListeners) listener();
    },
    onDidChangeRejected: (listener) => {
      rejectionListeners.add(listener);
      return () => rejectionListeners.delete(listener);
    },
    onDidChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
