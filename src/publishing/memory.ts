import type * as vscode from 'vscode';

/** What was published from here. The service doesn't tell when. */
export interface PublishedHere {
  readonly projectId: string;
  readonly domain: string;
  /** Absent: the service didn't say. */
  readonly version?: string;
  /** In ms since 1970. */
  readonly at: number;
}

const most = 200;

/** Publications from here, for each service apart, the newest first. They survive a restart. */
export class PublicationMemory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Of a project, under any of its domains. */
  list(baseUrl: string, projectId: string): readonly PublishedHere[] {
    return this.#all(baseUrl).filter((one) => one.projectId === projectId);
  }

  async add(baseUrl: string, published: PublishedHere): Promise<void> {
    const { projectId, domain } = published;
    const rest = this.#all(baseUrl).filter((one) => one.projectId !== projectId || one.domain !== domain);
    await this.#state.update(keyOf(baseUrl), [published, ...rest].slice(0, most));
  }

  async forget(baseUrl: string, projectId: string): Promise<void> {
    const all = this.#all(baseUrl);
    const rest = all.filter((one) => one.projectId !== projectId);
    if (rest.length === all.length) return;
    await this.#state.update(keyOf(baseUrl), rest.length > 0 ? rest : undefined);
  }

  #all(baseUrl: string): readonly PublishedHere[] {
    return this.#state.get<readonly PublishedHere[]>(keyOf(baseUrl), []);
  }
}

function keyOf(baseUrl: string): string {
  return `published ${baseUrl}`;
}
