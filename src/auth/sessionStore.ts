import type { FallbackSecretStorage } from './fallbackSecretStorage.ts';
import type { Lease } from './renewal.ts';
import {
  type AuthSession,
  areSessionsEqual,
  compareSessions,
  isSameAccount,
  isSuperseding,
  parseSession,
} from './session.ts';
import { createSessionIndex, sessionIndexKey } from './sessionIndex.ts';

/**
 * Returns the storage key of a session. Each session is a separate secret, so that windows can renew sessions
 * independently.
 */
const getRecordKey = (id: string): string => `hostedMcp.session.${id}`;

type SessionChange = ReturnType<typeof compareSessions>;

interface SessionStoreOptions {
  readonly storage: FallbackSecretStorage;
  /** Sessions from outside the storage, such as from environment variables. They are never stored. */
  readonly fixedSessions: readonly AuthSession[];
  readonly lease: Lease;
  readonly warn: (message: string) => void;
}

/** The sessions of all services. */
export interface SessionStore {
  /** Returns the last known sessions, including those that have ended. */
  list(): Promise<readonly AuthSession[]>;
  /** Returns the stored session, whichever window wrote it. */
  read(id: string): Promise<AuthSession | undefined>;
  /** Adds a session. Returns the older sessions of the same account that it replaced. */
  add(session: AuthSession): Promise<readonly AuthSession[]>;
  /** Stores new tokens of a session, unless it was removed or the stored tokens are newer. */
  replace(session: AuthSession): Promise<void>;
  remove(id: string): Promise<void>;
  /**
   * Whether nothing was ever stored, or the storage has lost it. After a sign-out, this is false, because an empty list
   * is stored.
   */
  isEmptyOrLost(): Promise<boolean>;
  /** Adds or removes the session of the sample service. It's never stored. */
  setSampleSession(session: AuthSession | undefined): Promise<void>;
  /** Whether a session comes from outside, so that it can't be removed. */
  isFixed(id: string): boolean;
  /** Must be called after a secret has changed, in this window or another one. */
  handleSecretChange(key: string): void;
  /** Called after sessions have changed. Returns a function that removes the listener. */
  onDidChange(listener: (change: SessionChange) => void): () => void;
}

/** Stores sessions only in `SecretStorage`, and updates them after changes in other windows. */
export function createSessionStore(options: SessionStoreOptions): SessionStore {
  return new SecretSessionStore(options);
}

class SecretSessionStore implements SessionStore {
  readonly #options: SessionStoreOptions;
  readonly #index: ReturnType<typeof createSessionIndex>;
  readonly #listeners = new Set<(change: SessionChange) => void>();
  /** Whether all sessions were readable. */
  #areAllReadable = true;
  #lastReload: Promise<void> = Promise.resolve();
  #sampleSession: AuthSession | undefined;
  #sessions: Promise<readonly AuthSession[]>;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#index = createSessionIndex(options.storage, options.warn);
    this.#sessions = this.#readAll(options.fixedSessions);
  }

  async list(): Promise<readonly AuthSession[]> {
    await this.#sessions;
    // Unreadable sessions might be readable again.
    if (!this.#areAllReadable) await this.#reload();
    return this.#sessions;
  }

  async read(id: string): Promise<AuthSession | undefined> {
    const fixed = this.#fixedSessions.find((session) => session.id === id);
    // A session that isn't listed was written by a window that didn't know of the sign-out yet.
    return fixed ?? ((await this.#isListed(id)) ? this.#readRecord(id) : undefined);
  }

  add(session: AuthSession): Promise<readonly AuthSession[]> {
    const { storage } = this.#options;
    return this.#changeList(async () => {
      const replaced = (await this.#readAll(await this.#sessions)).filter(
        (other) => !this.isFixed(other.id) && other.id !== session.id && isSameAccount(other, session),
      );
      await storage.store(getRecordKey(session.id), JSON.stringify(session));
      const replacedIds = replaced.map(({ id }) => id);
      await this.#index.change([session.id], replacedIds);
      for (const id of replacedIds) await storage.delete(getRecordKey(id));
      return replaced;
    });
  }

  async replace(session: AuthSession): Promise<void> {
    const { storage } = this.#options;
    if (!(await this.#isListed(session.id))) return;
    // If the stored session is unreadable, the new tokens are stored, because there are no others.
    const stored = await this.#readRecord(session.id).catch(() => undefined);
    if (stored && isSuperseding(stored, session)) return this.#reload();
    await storage.store(getRecordKey(session.id), JSON.stringify(session));
    // The account was signed out in the meantime.
    if (!(await this.#isListed(session.id))) await storage.delete(getRecordKey(session.id));
    await this.#reload();
  }

  remove(id: string): Promise<void> {
    return this.#changeList(async () => {
      await this.#index.change([], [id]);
      await this.#options.storage.delete(getRecordKey(id));
    });
  }

  async isEmptyOrLost(): Promise<boolean> {
    await this.#sessions;
    return this.#areAllReadable && !(await this.#index.exists());
  }

  isFixed(id: string): boolean {
    return this.#fixedSessions.some((session) => session.id === id);
  }

  async setSampleSession(session: AuthSession | undefined): Promise<void> {
    // Otherwise, the first list would contain it, and no change would be reported.
    await this.#sessions;
    this.#sampleSession = session;
    return this.#reload();
  }

  handleSecretChange(key: string): void {
    if (key === sessionIndexKey || key.startsWith(getRecordKey(''))) void this.#reload();
  }

  onDidChange(listener: (change: SessionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get #fixedSessions(): readonly AuthSession[] {
    const { fixedSessions } = this.#options;
    return this.#sampleSession ? [...fixedSessions, this.#sampleSession] : fixedSessions;
  }

  async #readRecord(id: string): Promise<AuthSession | undefined> {
    const { storage, warn } = this.#options;
    const text = await storage.get(getRecordKey(id));
    if (text === undefined) return undefined;
    const session = parseSession(text);
    if (!session) warn('A stored session cannot be read: sign in again.');
    return session;
  }

  /**
   * Reads all sessions. If the storage fails temporarily, unreadable sessions keep their last known state, so that no
   * account is signed out.
   */
  async #readAll(sessionsBefore: readonly AuthSession[]): Promise<readonly AuthSession[]> {
    const { warn } = this.#options;
    const knownSessions = new Map(
      sessionsBefore.filter(({ id }) => !this.isFixed(id)).map((session) => [session.id, session]),
    );
    let isReadable = true;
    const useKnown = <T>(value: T) => {
      isReadable = false;
      return value;
    };
    const ids = await this.#index
      .read()
      .catch(async () => useKnown(await this.#index.readOrElse([...knownSessions.keys()])));
    const stored = await Promise.all(
      ids.map((id) => this.#readRecord(id).catch(() => useKnown(knownSessions.get(id)))),
    );
    if (!isReadable) warn('The editor cannot read its secret storage.');
    this.#areAllReadable = isReadable;
    return [...this.#fixedSessions, ...stored.filter((session) => session !== undefined)];
  }

  /** Reloads the sessions, one reload at a time: two at once would report the same change. */
  #reload(): Promise<void> {
    this.#lastReload = this.#lastReload.then(async () => {
      const before = await this.#sessions;
      const after = await this.#readAll(before);
      this.#sessions = Promise.resolve(after);
      if (areSessionsEqual(before, after)) return;
      const change = compareSessions(before, after);
      for (const listener of this.#listeners) listener(change);
    });
    return this.#lastReload;
  }

  /** Runs a task that changes the list, in one window at a time. */
  async #changeList<T>(task: () => Promise<T>): Promise<T> {
    const result = await this.#options.lease('sessions', task);
    await this.#reload();
    return result;
  }

  async #isListed(id: string): Promise<boolean> {
    const knownIds = (await this.#sessions).map((session) => session.id);
    return (await this.#index.readOrElse(knownIds)).includes(id);
  }
}
