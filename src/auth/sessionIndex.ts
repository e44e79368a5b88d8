import type { FallbackSecretStorage } from './fallbackSecretStorage.ts';
import { parseSessionIds } from './session.ts';

/** The storage key of the list of session IDs. */
export const sessionIndexKey = 'hostedMcp.sessions';

/** The list of the IDs of all sessions, whichever window stored them. */
interface SessionIndex {
  /** Returns the list. Rejects if the storage is unreadable. */
  read(): Promise<readonly string[]>;
  /** Returns the list, or `fallback` if the storage is unreadable. */
  readOrElse(fallback: readonly string[]): Promise<readonly string[]>;
  /** Changes the list. Only one window must do this at a time. */
  change(added: readonly string[], removed: readonly string[]): Promise<void>;
  /** Whether a list is stored. False if nothing was ever stored, or the storage has lost it. */
  exists(): Promise<boolean>;
}

/**
 * Creates the list. It consists of the stored IDs and of the changes of this window that couldn't be stored yet. Only
 * changes are kept in memory, so that a later write doesn't overwrite changes of other windows.
 */
export function createSessionIndex(
  storage: FallbackSecretStorage,
  warn: (message: string) => void,
): SessionIndex {
  let unstoredChanges = { added: [] as readonly string[], removed: [] as readonly string[] };

  const addUnstoredChanges = (ids: readonly string[]): readonly string[] =>
    [...new Set([...ids, ...unstoredChanges.added])].filter((id) => !unstoredChanges.removed.includes(id));

  async function readStored(): Promise<readonly string[]> {
    const text = await storage.get(sessionIndexKey);
    if (text === undefined) return [];
    const ids = parseSessionIds(text);
    if (!ids) warn('The list of stored sessions cannot be read: sign in again.');
    return ids ?? [];
  }

  return {
    read: async () => addUnstoredChanges(await readStored()),
    readOrElse: async (fallback) => addUnstoredChanges(await readStored().catch(() => fallback)),
    async change(added, removed) {
      unstoredChanges = {
        added: [...unstoredChanges.added.filter((id) => !removed.includes(id)), ...added],
        removed: [...unstoredChanges.removed.filter((id) => !added.includes(id)), ...removed],
      };
      const ids = await readStored().then(addUnstoredChanges, () => undefined);
      if (ids === undefined || !(await storage.tryStore(sessionIndexKey, JSON.stringify(ids)))) return;
      unstoredChanges = { added: [], removed: [] };
    },
    exists: async () => (await storage.get(sessionIndexKey)) !== undefined,
  };
}
