import type { Memento } from 'vscode';

/** What the editor keeps for an extension, for one window or for all; `held`: what is in it. */
export function memento(held = new Map<string, unknown>()): Memento {
  return {
    keys: () => [...held.keys()],
    get: <T>(key: string, otherwise?: T) => (held.get(key) ?? otherwise) as T,
    update: async (key, value) => {
      if (value === undefined) held.delete(key);
      else held.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
}
