import type * as vscode from 'vscode';

const key = 'knownServices';

/** The services that were selected before, by base URL, latest first. Persisted. */
export interface KnownServices {
  list(): readonly string[];
  remember(baseUrl: string): Promise<void>;
  forget(baseUrl: string): Promise<void>;
}

export function createKnownServices(state: vscode.Memento): KnownServices {
  const list = (): readonly string[] => state.get<readonly string[]>(key, []);
  const without = (baseUrl: string): readonly string[] => list().filter((one) => one !== baseUrl);
  return {
    list,
    remember: async (baseUrl) => state.update(key, [baseUrl, ...without(baseUrl)]),
    forget: async (baseUrl) => state.update(key, without(baseUrl)),
  };
}
