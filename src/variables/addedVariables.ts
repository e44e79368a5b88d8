import type * as vscode from 'vscode';
import type { KnownVariable } from './variable.ts';

/**
 * The variables that a person named by their id, at a service that doesn't list them: for each service and
 * environment apart. They survive a restart. No value is ever kept.
 */
export class AddedVariables {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  list(baseUrl: string, environmentId: string): readonly KnownVariable[] {
    return this.#state.get<readonly KnownVariable[]>(addedVariablesKey(baseUrl, environmentId), []);
  }

  /** Takes the place of what has the same id. */
  async put(
    baseUrl: string,
    environmentId: string,
    { id, key, isSecret }: Omit<KnownVariable, 'value'>,
  ): Promise<void> {
    const known = this.list(baseUrl, environmentId);
    const one = { id, key, isSecret };
    const isNew = !known.some((other) => other.id === id);
    const next = isNew ? [...known, one] : known.map((other) => (other.id === id ? one : other));
    await this.#state.update(addedVariablesKey(baseUrl, environmentId), next);
  }

  async remove(baseUrl: string, environmentId: string, id: string): Promise<void> {
    const rest = this.list(baseUrl, environmentId).filter((one) => one.id !== id);
    await this.#state.update(addedVariablesKey(baseUrl, environmentId), rest.length > 0 ? rest : undefined);
  }

  /** Of an environment that is there no more. */
  async removeAll(baseUrl: string, environmentId: string): Promise<void> {
    await this.#state.update(addedVariablesKey(baseUrl, environmentId), undefined);
  }
}

function addedVariablesKey(baseUrl: string, environmentId: string): string {
  return `variablesById ${baseUrl} ${environmentId}`;
}
