import type * as vscode from 'vscode';

/** The maximum number of saved environments of a workspace, on all services. */
const maxRecent = 20;
const recentKey = 'recentEnvironments';

interface RecentEnvironment {
  readonly baseUrl: string;
  readonly environmentId: string;
}

/** The environments that were used last in this workspace. */
export class RecentEnvironments {
  readonly #state: vscode.Memento;

  constructor(workspaceState: vscode.Memento) {
    this.#state = workspaceState;
  }

  /** Returns the IDs of the environments of a service, the one that was used last first. */
  list(baseUrl: string | undefined): readonly string[] {
    return this.#read().flatMap((one) => (one.baseUrl === baseUrl ? [one.environmentId] : []));
  }

  async add(baseUrl: string | undefined, environmentId: string): Promise<void> {
    if (baseUrl === undefined) return;
    const all = this.#read();
    const isSame = (one: RecentEnvironment | undefined): boolean =>
      one?.baseUrl === baseUrl && one.environmentId === environmentId;
    if (isSame(all[0])) return;
    const others = all.filter((one) => !isSame(one));
    await this.#state.update(recentKey, [{ baseUrl, environmentId }, ...others].slice(0, maxRecent));
  }

  #read(): readonly RecentEnvironment[] {
    return this.#state.get<readonly RecentEnvironment[]>(recentKey, []);
  }
}
