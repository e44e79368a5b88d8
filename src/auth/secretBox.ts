import type * as vscode from 'vscode';

/** Where sessions are kept. Nothing written to it is lost while the window is open. */
export interface SecretBox {
  /** What was stored, or what couldn't be stored here. Rejects when the editor can't read its storage. */
  get(key: string): Promise<string | undefined>;
  /** Stores it, or keeps it in memory until the window closes. */
  store(key: string, value: string): Promise<void>;
  /** Stores it, and says whether that worked. */
  tryStore(key: string, value: string): Promise<boolean>;
  /** Rejects when it is still there afterwards. */
  delete(key: string): Promise<void>;
}

/** A storage may fail for a moment: so long after one try comes the next, in milliseconds. */
const pausesMs: readonly number[] = [300, 1000];

/**
 * What the editor can't keep (no keyring, a locked one) is kept in memory until the window closes, never in a file.
 * `notifyUnkept` is called once, with the first secret that couldn't be kept.
 */
export function createSecretBox(
  secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>,
  notifyUnkept: () => void,
  sleep: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): SecretBox {
  const unkept = new Map<string, string>();
  let isTold = false;

  /** Whether the editor has it now. Some storages take a value and lose it without a word. */
  async function isKept(key: string, value: string): Promise<boolean> {
    try {
      // What can't be read isn't written over.
      await secrets.get(key);
      await secrets.store(key, value);
      return (await secrets.get(key)) === value;
    } catch {
      return false;
    }
  }

  async function keep(key: string, value: string): Promise<boolean> {
    if (await isKept(key, value)) return true;
    // One that has failed for good isn't waited for each time.
    for (const pause of isTold ? [] : pausesMs) {
      await sleep(pause);
      if (await isKept(key, value)) return true;
    }
    if (!isTold) notifyUnkept();
    isTold = true;
    return false;
  }

  return {
    get: async (key) => unkept.get(key) ?? secrets.get(key),
    tryStore: keep,
    async store(key, value) {
      if (await keep(key, value)) unkept.delete(key);
      else unkept.set(key, value);
    },
    async delete(key) {
      unkept.delete(key);
      try {
        await secrets.delete(key);
      } catch (error) {
        const remaining = await Promise.resolve(secrets.get(key)).catch(() => undefined);
        if (remaining !== undefined) throw error;
      }
    },
  };
}
