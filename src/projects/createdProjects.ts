import type * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';

/** The projects that were created here at services that list none, for each service apart. They survive a restart. */
export class CreatedProjects {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  list(baseUrl: string): readonly Project[] {
    return this.#state.get<readonly Project[]>(createdProjectsKey(baseUrl), []);
  }

  /** The newest first. What the service answers holds no variables. */
  async add(baseUrl: string, project: Project): Promise<void> {
    const rest = this.list(baseUrl).filter(({ id }) => id !== project.id);
    await this.#state.update(createdProjectsKey(baseUrl), [JSON.parse(JSON.stringify(project)), ...rest]);
  }

  async forget(baseUrl: string, id: string): Promise<void> {
    const rest = this.list(baseUrl).filter((one) => one.id !== id);
    await this.#state.update(createdProjectsKey(baseUrl), rest.length > 0 ? rest : undefined);
  }
}

function createdProjectsKey(baseUrl: string): string {
  return `createdProjects ${baseUrl}`;
}
