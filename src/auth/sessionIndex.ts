import type { SecretBox } from './secretBox.ts';
import { parseIds } from './session.ts';

/** The storage key of the list of session IDs. */
export const sessionIndexKey = 'hostedMcp.sessions';

/** The list of all sessions, whichever window stored them. */
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
 * Creates the list from the stored one and the changes of this window that couldn't be stored, so that no list
 * overwrites changes that it doesn't contain.
 */
export function createSessionIndex(box: SecretBox, warn: (message: string) => void): SessionIndex {
  let unstored = { added: [] as readonly string[], removed: [] as readonly string[] };

  const withUnstored = (ids: readonly string[]): readonly string[] =>
    [...new Set([...ids, ...unstored.added])].filter((id) => !unstored.removed.includes(id));

  async function readStored(): Promise<readonly string[]> {
    const text = await box.get(sessionIndexKey);
    if (text === undefined) return [];
    const ids = parseIds(text);
    if (!ids) warn('The list of stored sessions cannot be read: sign in again.');
    return ids ?? [];
  }

  return {
    read: async () => withUnstored(await readStored()),
    readOrElse: async (fallback) => withUnstored(await readStored().catch(() => fallback)),
    async change(added, removed) {
      unstored = {
        added: [...unstored.added.filter((id) => !removed.includes(id)), ...added],
        removed: [...unstored.removed.filter((id) => !added.includes(id)), ...removed],
      };
      const ids = await readStored().then(withUnstored, () => undefined);
      if (ids === undefined || !(await box.tryStore(sessionIndexKey, JSON.stringify(ids)))) return;
      unstored = { added: [], removed: [] };
    },
    exists: async () => (await box.get(sessionIndexKey)) !== undefined,
  };
}
