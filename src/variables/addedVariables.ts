import type * as vscode from 'vscode';
import type { KnownVariable } from './variable.ts';

/**
 * The variables that the user added by ID, for a service that can't list variables. They are saved for each service and
 * environment, without their values.
 */
export class AddedVariables {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  list(baseUrl: string, environmentId: string): readonly KnownVariable[] {
    return this.#state.get<readonly KnownVariable[]>(addedVariablesKey(baseUrl, environmentId), []);
  }

  /** Adds a variable, or replaces the one with the same ID. */
  async put(
    baseUrl: string,
    environmentId: string,
    { id, key, isSecret }: Omit<KnownVariable, 'value'>,
  ): Promise<void> {
    const current = this.list(baseUrl, environmentId);
    const variable = { id, key, isSecret };
    const isNew = !current.some((other) => other.id === id);
    const next = isNew
      ? [...current, variable]
      : current.map((other) => (other.id === id ? variable : other));
    await this.#state.update(addedVariablesKey(baseUrl, environmentId), next);
  }

  async remove(baseUrl: string, environmentId: string, id: string): Promise<void> {
    const rest = this.list(baseUrl, environmentId).filter((variable) => variable.id !== id);
    await this.#state.update(addedVariablesKey(baseUrl, environmentId), rest.length > 0 ? rest : undefined);
  }

  /** Removes the variables of a deleted environment. */
  async removeAll(baseUrl: string, environmentId: string): Promise<void> {
    await this.#state.update(addedVariablesKey(baseUrl, environmentId), undefined);
  }
}

function addedVariablesKey(baseUrl: string, environmentId: string): string {
  return `variablesById ${baseUrl} ${environmentId}`;
}
