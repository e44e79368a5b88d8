import type * as vscode from 'vscode';
import { sleep } from '../api/sleep.ts';

/** A storage for sessions. Written values last at least as long as the window. */
export interface FallbackSecretStorage {
  /**
   * Returns the value in memory if it couldn't be stored, otherwise the stored one. Rejects if the editor can't read
   * its storage.
   */
  get(key: string): Promise<string | undefined>;
  /** Stores a value, or keeps it in memory until the window closes. */
  store(key: string, value: string): Promise<void>;
  /** Stores a value, but doesn't keep it in memory. Returns whether that succeeded. */
  tryStore(key: string, value: string): Promise<boolean>;
  /** Rejects if the value still exists afterwards. */
  delete(key: string): Promise<void>;
}

/** The delays between attempts in milliseconds. A storage can fail temporarily. */
const retryDelaysMs: readonly number[] = [300, 1000];

/**
 * Creates a storage that keeps values in memory until the window closes if the editor can't store them (no keyring, or
 * a locked one), and never in a file. Calls `notifyNotStored` once, with the first value that couldn't be stored.
 */
export function createFallbackSecretStorage(
  secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>,
  notifyNotStored: () => void,
  wait: (ms: number) => Promise<void> = sleep,
): FallbackSecretStorage {
  const unstoredValues = new Map<string, string>();
  let hasFailed = false;

  /** Stores a value. Returns whether the editor returns it afterwards, because some storages silently lose values. */
  async function tryStoreOnce(key: string, value: string): Promise<boolean> {
    try {
      // Rejects if the stored value is unreadable, so that it isn't overwritten.
      await secrets.get(key);
      await secrets.store(key, value);
      return (await secrets.get(key)) === value;
    } catch {
      return false;
    }
  }

  async function tryStore(key: string, value: string): Promise<boolean> {
    if (await tryStoreOnce(key, value)) return true;
    // After a permanent failure, there are no further delays.
    for (const delayMs of hasFailed ? [] : retryDelaysMs) {
      await wait(delayMs);
      if (await tryStoreOnce(key, value)) return true;
    }
    if (!hasFailed) notifyNotStored();
    hasFailed = true;
    return false;
  }

  return {
    get: async (key) => unstoredValues.get(key) ?? secrets.get(key),
    tryStore,
    async store(key, value) {
      if (await tryStore(key, value)) unstoredValues.delete(key);
      else unstoredValues.set(key, value);
    },
    async delete(key) {
      unstoredValues.delete(key);
      try {
        await secrets.delete(key);
      } catch (error) {
        const remaining = await Promise.resolve(secrets.get(key)).catch(() => undefined);
        if (remaining !== undefined) throw error;
      }
    },
  };
}
