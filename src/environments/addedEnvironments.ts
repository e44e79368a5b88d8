import type * as vscode from 'vscode';
import type { RememberedItem } from '../domain/environment.ts';

/** The stored data of an environment that was added by ID: enough to show its row. */
export type AddedEnvironment = Omit<RememberedItem, 'isProduction'> & {
  readonly sourceBranch?: string | undefined;
  readonly mcpServerUrl?: string | undefined;
};

/** The environments that the user added by ID. They are saved for each service. */
export class AddedEnvironments {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  list(baseUrl: string): readonly AddedEnvironment[] {
    return this.#state.get<readonly AddedEnvironment[]>(addedEnvironmentsKey(baseUrl), []);
  }

  /** Adds an environment at the start of the list, or moves it there if the list already contains it. */
  async add(baseUrl: string, environment: AddedEnvironment): Promise<void> {
    const { id, name, projectId, projectName, sourceBranch, mcpServerUrl } = environment;
    const rest = this.list(baseUrl).filter((one) => one.id !== id);
    const stored = JSON.parse(
      JSON.stringify({ id, name, projectId, projectName, sourceBranch, mcpServerUrl }),
    );
    await this.#state.update(addedEnvironmentsKey(baseUrl), [stored, ...rest]);
  }

  async remove(baseUrl: string, id: string): Promise<void> {
    const rest = this.list(baseUrl).filter((one) => one.id !== id);
    await this.#state.update(addedEnvironmentsKey(baseUrl), rest.length > 0 ? rest : undefined);
  }
}

function addedEnvironmentsKey(baseUrl: string): string {
  return `addedEnvironments ${baseUrl}`;
}
