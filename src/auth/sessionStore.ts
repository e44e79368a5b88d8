import type { Lease } from './renewal.ts';
import type { SecretBox } from './secretBox.ts';
import {
  type AuthSession,
  areSessionsEqual,
  compareSessions,
  isSameAccount,
  parseSession,
  supersedes,
} from './session.ts';
import { createSessionIndex, sessionIndexKey } from './sessionIndex.ts';

/** Each session is a separate secret, so that windows can renew different ones independently. */
const getRecordKey = (id: string): string => `hostedMcp.session.${id}`;

type SessionChange = ReturnType<typeof compareSessions>;

interface SessionStoreOptions {
  readonly box: SecretBox;
  /** Sessions from outside, such as environment variables. They are never stored. */
  readonly fixed: readonly AuthSession[];
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
  /** Whether nothing was ever stored, or the storage has lost it. Signing out leaves an empty list. */
  isLost(): Promise<boolean>;
  /** Whether a session comes from outside, so that it can't be removed. */
  isFixed(id: string): boolean;
  /** Must be called after a secret has changed, in this window or another one. */
  handleSecretChange(key: string): void;
  /** Called after sessions have changed. Returns a function that removes the listener. */
  onDidChange(listener: (change: SessionChange) => void): () => void;
}

/** Stores sessions only in `SecretStorage`, and updates them after changes in other windows. */
export function createSessionStore({ box, fixed, lease, warn }: SessionStoreOptions): SessionStore {
  const index = createSessionIndex(box, warn);
  const listeners = new Set<(change: SessionChange) => void>();
  let isWhole = true;
  let reloading: Promise<void> = Promise.resolve();
  let list = readAll(fixed);

  async function readRecord(id: string): Promise<AuthSession | undefined> {
    const text = await box.get(getRecordKey(id));
    if (text === undefined) return undefined;
    const session = parseSession(text);
    if (!session) warn('A stored session cannot be read: sign in again.');
    return session;
  }

  /**
   * Reads all sessions. If the storage fails temporarily, unreadable sessions keep their last known state, so that no
   * account is signed out.
   */
  async function readAll(before: readonly AuthSession[]): Promise<readonly AuthSession[]> {
    const known = new Map(before.filter(({ id }) => !isFixed(id)).map((session) => [session.id, session]));
    let isReadable = true;
    const orKnown = <T>(value: T) => {
      isReadable = false;
      return value;
    };
    const ids = await index.read().catch(async () => orKnown(await index.readOrElse([...known.keys()])));
    const stored = await Promise.all(ids.map((id) => readRecord(id).catch(() => orKnown(known.get(id)))));
    if (!isReadable) warn('The editor cannot read its secret storage.');
    isWhole = isReadable;
    return [...fixed, ...stored.filter((session) => session !== undefined)];
  }

  /** Reloads the sessions, one reload at a time: two at once would report the same change. */
  function reload(): Promise<void> {
    reloading = reloading.then(async () => {
      const before = await list;
      const after = await readAll(before);
      list = Promise.resolve(after);
      if (areSessionsEqual(before, after)) return;
      const change = compareSessions(before, after);
      for (const listener of listeners) listener(change);
    });
    return reloading;
  }

  /** Runs a task that changes the list, in one window at a time. */
  const alone = async <T>(task: () => Promise<T>): Promise<T> => {
    const result = await lease('sessions', task);
    await reload();
    return result;
  };

  const isListed = async (id: string): Promise<boolean> =>
    (await index.readOrElse((await list).map((session) => session.id))).includes(id);

  function isFixed(id: string): boolean {
    return fixed.some((one) => one.id === id);
  }

  return {
    async list() {
      await list;
      // Unreadable sessions might be readable again.
      if (!isWhole) await reload();
      return list;
    },
    async isLost() {
      await list;
      return isWhole && !(await index.exists());
    },
    read: async (id) => {
      const one = fixed.find((session) => session.id === id);
      // A record outside the list was written by a window that didn't know of the sign-out yet.
      return one ?? ((await isListed(id)) ? readRecord(id) : undefined);
    },
    add: (session) =>
      alone(async () => {
        const replaced = (await readAll(await list)).filter(
          (one) => !isFixed(one.id) && one.id !== session.id && isSameAccount(one, session),
        );
        await box.store(getRecordKey(session.id), JSON.stringify(session));
        const replacedIds = replaced.map(({ id }) => id);
        await index.change([session.id], replacedIds);
        for (const id of replacedIds) await box.delete(getRecordKey(id));
        return replaced;
      }),
    replace: async (session) => {
      if (!(await isListed(session.id))) return;
      // If the stored session is unreadable, the new tokens are stored, because there are no others.
      const stored = await readRecord(session.id).catch(() => undefined);
      if (stored && supersedes(stored, session)) return reload();
      await box.store(getRecordKey(session.id), JSON.stringify(session));
      // The account was signed out in the meantime.
      if (!(await isListed(session.id))) await box.delete(getRecordKey(session.id));
      await reload();
    },
    remove: (id) =>
      alone(async () => {
        await index.change([], [id]);
        await box.delete(getRecordKey(id));
      }),
    isFixed,
    handleSecretChange: (key) => {
      if (key === sessionIndexKey || key.startsWith(getRecordKey(''))) void reload();
    },
    onDidChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
