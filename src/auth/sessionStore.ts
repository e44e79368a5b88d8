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

/** Each session has a secret of its own, so that windows that renew different ones don't meet. */
const getRecordKey = (id: string): string => `hostedMcp.session.${id}`;

type SessionChange = ReturnType<typeof compareSessions>;

interface SessionStoreOptions {
  readonly box: SecretBox;
  /** Sessions that come from outside, such as the environment; they are never stored. */
  readonly fixed: readonly AuthSession[];
  readonly lease: Lease;
  readonly warn: (message: string) => void;
}

/** The sessions of all services. */
export interface SessionStore {
  /** As last read; those that have ended, too. */
  list(): Promise<readonly AuthSession[]>;
  /** As stored now, whoever wrote it. */
  read(id: string): Promise<AuthSession | undefined>;
  /** In place of older ones of the same account, which it answers. */
  add(session: AuthSession): Promise<readonly AuthSession[]>;
  /** New tokens of a session. One that was removed meanwhile stays removed, and newer tokens stay. */
  replace(session: AuthSession): Promise<void>;
  remove(id: string): Promise<void>;
  /** Nothing was ever stored, or the storage has lost it: signing out leaves a trace. */
  isLost(): Promise<boolean>;
  /** Those that end only with what they come from. */
  isFixed(id: string): boolean;
  /** Hears of each secret that changed, here or in another window. */
  handleSecretChange(key: string): void;
  /** Hears of real differences only. Returns the way to stop. */
  onDidChange(listener: (change: SessionChange) => void): () => void;
}

/** Keeps sessions in `SecretStorage` and nowhere else; follows what other windows change. */
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

  /** A storage that fails for a moment signs no one out: what was read before stands for what can't be read. */
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

  /** One after the other: two at once would both tell the same difference. */
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

  /** The list is read, changed and written by one window at a time. */
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
      // What couldn't be read may be there again.
      if (!isWhole) await reload();
      return list;
    },
    async isLost() {
      await list;
      return isWhole && !(await index.exists());
    },
    read: async (id) => {
      const one = fixed.find((session) => session.id === id);
      // A record outside the list is what a window wrote that didn't know yet of the sign-out.
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
      // What can't be read keeps no tokens from being stored: there are no others.
      const stored = await readRecord(session.id).catch(() => undefined);
      if (stored && supersedes(stored, session)) return reload();
      await box.store(getRecordKey(session.id), JSON.stringify(session));
      // Signed out meanwhile: what was just written is no one's.
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
