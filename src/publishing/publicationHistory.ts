import type * as vscode from 'vscode';

/** A publication from this editor. It's saved because the service doesn't return the time of publications. */
export interface LocalPublication {
  readonly projectId: string;
  readonly domain: string;
  /** Absent if the service didn't return it. */
  readonly version?: string;
  /** The time in milliseconds since the epoch. */
  readonly at: number;
}

const maxPublications = 200;

/** Stores the publications from this editor for each service across restarts, newest first. */
export class PublicationHistory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Returns the latest publication of a project under each domain. */
  list(baseUrl: string, projectId: string): readonly LocalPublication[] {
    return this.#all(baseUrl).filter((one) => one.projectId === projectId);
  }

  async add(baseUrl: string, published: LocalPublication): Promise<void> {
    const { projectId, domain } = published;
    const rest = this.#all(baseUrl).filter((one) => one.projectId !== projectId || one.domain !== domain);
    await this.#state.update(publicationsKey(baseUrl), [published, ...rest].slice(0, maxPublications));
  }

  async removeProject(baseUrl: string, projectId: string): Promise<void> {
    const all = this.#all(baseUrl);
    const rest = all.filter((one) => one.projectId !== projectId);
    if (rest.length === all.length) return;
    await this.#state.update(publicationsKey(baseUrl), rest.length > 0 ? rest : undefined);
  }

  #all(baseUrl: string): readonly LocalPublication[] {
    return this.#state.get<readonly LocalPublication[]>(publicationsKey(baseUrl), []);
  }
}

function publicationsKey(baseUrl: string): string {
  return `published ${baseUrl}`;
}
