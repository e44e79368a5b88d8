import { EventEmitter } from './events.ts';

/** What an extension keeps, in memory: for one test. */
export function createMemento() {
  const values = new Map<string, unknown>();
  return {
    get: (key: string, usual?: unknown) => (values.has(key) ? values.get(key) : usual),
    update(key: string, value: unknown): Promise<void> {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      return Promise.resolve();
    },
    keys: () => [...values.keys()],
    setKeysForSync: () => undefined,
  };
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
