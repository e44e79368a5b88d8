import type { SecretBox } from './secretBox.ts';
import { parseIds } from './session.ts';

/** The ids of all sessions. */
export const sessionIndexKey = 'hostedMcp.sessions';

/** Which sessions there are, whoever stored them. */
interface SessionIndex {
  /** Rejects when the storage can't be read. */
  read(): Promise<readonly string[]>;
  /** The same, with `known` in place of what can't be read. */
  readOrElse(fallback: readonly string[]): Promise<readonly string[]>;
  /** By one window at a time. */
  change(added: readonly string[], removed: readonly string[]): Promise<void>;
  /** False: nothing was ever stored, or the storage has lost it. */
  exists(): Promise<boolean>;
}

/**
 * The list in the storage, with what this window changed and couldn't store. So a list is never written over by one
 * that was made without it.
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
