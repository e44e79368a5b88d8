import type * as vscode from 'vscode';

/** What was published from here. The service doesn't tell when. */
export interface LocalPublication {
  readonly projectId: string;
  readonly domain: string;
  /** Absent: the service didn't say. */
  readonly version?: string;
  /** In ms since 1970. */
  readonly at: number;
}

const maxPublications = 200;

/** Publications from here, for each service apart, the newest first. They survive a restart. */
export class PublicationHistory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Of a project, under any of its domains. */
  list(baseUrl: string, projectId: string): readonly LocalPublication[] {
    return this.#all(baseUrl).filter((one) => one.projectId === projectId);
  }

  async add(baseUrl: string, published: LocalPublication): Promise<void> {
    const { projectId, domain } = published;
    const rest = this.#all(baseUrl).filter((one) => one.projectId !== projectId || one.domain !== domain);
    await this.#state.update(publicationsKey(baseUrl), [published, ...rest].slice(0, maxPublications));
  }

  async forget(baseUrl: string, projectId: string): Promise<void> {
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
