/** Creates a secret storage in memory, with the events of a real one, shared by all windows. */
export function memorySecrets() {
  const values = new Map<string, string>();
  const listeners = new Set<(key: string) => void>();
  const tell = (key: string): void => {
    for (const listener of listeners) listener(key);
  };
  return {
    values,
    onDidChange: (listener: (key: string) => void) => listeners.add(listener),
    secrets: {
      get: async (key: string) => values.get(key),
      store: async (key: string, value: string) => {
        values.set(key, value);
        tell(key);
      },
      delete: async (key: string) => {
        values.delete(key);
        tell(key);
      },
    },
  };
}
