import type { AccountChoices } from './accountChoices.ts';
import type { Renewal } from './renewal.ts';
import {
  type AuthSession,
  getAccountKey,
  hasSessionEnded,
  type SessionKind,
  type SessionScope,
  selectSession,
} from './session.ts';
import type { SessionStore } from './sessionStore.ts';

/** Who asks a service, as it may be shown: nothing of it is secret. */
export interface Account {
  /** Of its session. */
  readonly id: string;
  readonly kind: SessionKind;
  /** As the editor knows it; stays the same when it signs in again. */
  readonly accountId: string;
  readonly label: string;
  readonly origin: string;
  /** The authorization server has ended the session: its owner has to sign in again. */
  readonly hasEnded: boolean;
  /** The service didn't accept it when it was used last, and there is no other token of it. */
  readonly isRefused: boolean;
  /** From the environment: it ends only there. */
  readonly isFixed: boolean;
}

/** The accounts of all services: which there are, which one is asked with, and its token. */
export interface Accounts {
  /** Those of one service, in the order they were added. */
  list(origin: string): Promise<readonly Account[]>;
  /** The one that operations of this scope are carried out as. */
  getChosen(origin: string, scope: SessionScope): Promise<Account | undefined>;
  /** `user`: only for what an API key won't do for. */
  choose(id: string, scope: SessionScope): Promise<void>;
  /** In place of an older session of the same account, which the authorization server is told of. */
  add(session: AuthSession): Promise<void>;
  signOut(id: string): Promise<void>;
  /**
   * The chosen account's token for `origin`; with `rejected`, another one than that. Undefined: its owner has to sign
   * in. Rejects when it can't be renewed now.
   */
  getToken(origin: string, scope: SessionScope, rejected: string | undefined): Promise<string | undefined>;
  /** The service didn't accept the account; `undefined`: it has accepted whoever asked. */
  setRefused(id: string | undefined): void;
  /** Who is refused has changed. Returns the way to stop. */
  onDidChangeRefused(listener: () => void): () => void;
  /** Accounts came or went, or another one was chosen; not: a token was renewed. Returns the way to stop. */
  onDidChange(listener: () => void): () => void;
}

interface AccountsOptions {
  readonly store: SessionStore;
  readonly choices: AccountChoices;
  readonly renewal: Renewal;
  /** Tells the authorization server that a session is over. May fail. */
  readonly revoke: (session: AuthSession) => Promise<void>;
  /** A key from the environment is about to be used. */
  readonly onUseFixed: (session: AuthSession) => void;
}

export function createAccounts({ store, choices, renewal, revoke, onUseFixed }: AccountsOptions): Accounts {
  const listeners = new Set<() => void>();
  const refusedListeners = new Set<() => void>();
  let refused: string | undefined;
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  store.onDidChange(({ added, removed, changed }) => {
    // A new token alone puts nothing out of date that was loaded with the old one.
    if (changed.length === 0 || added.length + removed.length > 0) notify();
  });

  const chosenSession = async (origin: string, scope: SessionScope): Promise<AuthSession | undefined> =>
    selectSession(await store.list(), origin, scope, choices.get(origin));

  const account = (session: AuthSession): Account => ({
    id: session.id,
    kind: session.kind,
    accountId: session.account.id,
    label: session.account.label,
    origin: session.origin,
    hasEnded: hasSessionEnded(session),
    isRefused: session.id === refused,
    isFixed: store.isFixed(session.id),
  });

  const find = async (id: string): Promise<AuthSession | undefined> =>
    (await store.list()).find((session) => session.id === id);

  return {
    list: async (origin) => (await store.list()).filter((session) => session.origin === origin).map(account),
    getChosen: async (origin, scope) => {
      const session = await chosenSession(origin, scope);
      return session && account(session);
    },
    choose: async (id, scope) => {
      const session = await find(id);
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
      const session = await chosenSession(origin, scope);
      if (session && store.isFixed(session.id)) onUseFixed(session);
      return session && renewal.getToken(session, rejected);
    },
    setRefused: (id) => {
      if (id === refused) return;
      refused = id;
      for (const listener of refusedListeners) listener();
    },
    onDidChangeRefused: (listener) => {
      refusedListeners.add(listener);
      return () => refusedListeners.delete(listener);
    },
    onDidChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
