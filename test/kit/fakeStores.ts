import type { Memento } from 'vscode';
import { EventEmitter } from './events.ts';

/** Creates a memento of the extension (`globalState` or `workspaceState`) with these values. */
export function createMemento(values = new Map<string, unknown>()): Memento {
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, otherwise?: T) => (values.has(key) ? values.get(key) : otherwise) as T,
    update: async (key, value) => {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
}

/** Creates a memento that supports Settings Sync. */
export function createSyncedMemento() {
  return { ...createMemento(), setKeysForSync: () => undefined };
}

export function createSecrets() {
  const values = new Map<string, string>();
  const changed = new EventEmitter<{ readonly key: string }>();
  return {
    get: (key: string) => Promise.resolve(values.get(key)),
    keys: () => Promise.resolve([...values.keys()]),
    store(key: string, value: string): Promise<void> {
      values.set(key, value);
      changed.fire({ key });
      return Promise.resolve();
    },
    delete(key: string): Promise<void> {
      values.delete(key);
      changed.fire({ key });
      return Promise.resolve();
    },
    onDidChange: changed.event,
  };
}
