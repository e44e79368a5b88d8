import type * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';

/**
 * Stores the projects that were created in this editor on services that can't list projects. They're stored for each
 * service across restarts.
 */
export class CreatedProjects {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  list(baseUrl: string): readonly Project[] {
    return this.#state.get<readonly Project[]>(getStateKey(baseUrl), []);
  }

  /** Adds or updates a project. The newest is first. The data doesn't contain variables. */
  async add(baseUrl: string, project: Project): Promise<void> {
    const otherProjects = this.list(baseUrl).filter(({ id }) => id !== project.id);
    await this.#state.update(getStateKey(baseUrl), [JSON.parse(JSON.stringify(project)), ...otherProjects]);
  }

  async remove(baseUrl: string, id: string): Promise<void> {
    const otherProjects = this.list(baseUrl).filter((one) => one.id !== id);
    await this.#state.update(getStateKey(baseUrl), otherProjects.length > 0 ? otherProjects : undefined);
  }
}

function getStateKey(baseUrl: string): string {
  return `createdProjects ${baseUrl}`;
}
