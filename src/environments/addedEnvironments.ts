import type * as vscode from 'vscode';
import type { RememberedItem } from '../domain/environment.ts';

/** What is remembered of an environment that was added by its id: enough to draw its row. */
export type AddedEnvironment = Omit<RememberedItem, 'isProduction'> & {
  readonly sourceBranch?: string | undefined;
  readonly mcpServerUrl?: string | undefined;
};

/** The environments that were added by id, for each service apart. They survive a restart. */
export class AddedEnvironments {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  list(baseUrl: string): readonly AddedEnvironment[] {
    return this.#state.get<readonly AddedEnvironment[]>(addedEnvironmentsKey(baseUrl), []);
  }

  /** The newest first; an older entry of the same id makes way. */
  async add(baseUrl: string, environment: AddedEnvironment): Promise<void> {
    const { id, name, projectId, projectName, sourceBranch, mcpServerUrl } = environment;
    const rest = this.list(baseUrl).filter((one) => one.id !== id);
    const kept = JSON.parse(JSON.stringify({ id, name, projectId, projectName, sourceBranch, mcpServerUrl }));
    await this.#state.update(addedEnvironmentsKey(baseUrl), [kept, ...rest]);
  }

  async remove(baseUrl: string, id: string): Promise<void> {
    const rest = this.list(baseUrl).filter((one) => one.id !== id);
    await this.#state.update(addedEnvironmentsKey(baseUrl), rest.length > 0 ? rest : undefined);
  }
}

function addedEnvironmentsKey(baseUrl: string): string {
  return `addedEnvironments ${baseUrl}`;
}
