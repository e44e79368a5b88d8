import type * as vscode from 'vscode';

const stateKey = 'knownServices';

/** The saved list of services that were selected before, the latest first. Each service is its base URL. */
export interface KnownServices {
  list(): readonly string[];
  /** Adds a service at the start of the list, or moves it there. */
  remember(baseUrl: string): Promise<void>;
  forget(baseUrl: string): Promise<void>;
}

export function createKnownServices(state: vscode.Memento): KnownServices {
  const list = (): readonly string[] => state.get<readonly string[]>(stateKey, []);
  const without = (baseUrl: string): readonly string[] => list().filter((other) => other !== baseUrl);
  return {
    list,
    remember: async (baseUrl) => state.update(stateKey, [baseUrl, ...without(baseUrl)]),
    forget: async (baseUrl) => state.update(stateKey, without(baseUrl)),
  };
}
