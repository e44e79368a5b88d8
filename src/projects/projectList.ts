import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { Context } from '../context.ts';

/** Reads the projects of the service, and caches them for filters and marks. */
export class ProjectList {
  readonly #connection: Connection;
  #kept: { readonly baseUrl: string | undefined; readonly projects: readonly Project[] } | undefined;

  readonly #onDidRead: Context['notifyProjectsRead'];

  constructor(connection: Connection, onDidRead: Context['notifyProjectsRead']) {
    this.#connection = connection;
    this.#onDidRead = onDidRead;
  }

  /** The cached projects of the current service, or `undefined`. */
  get cached(): readonly Project[] | undefined {
    return this.#kept?.baseUrl === this.#connection.baseUrl ? this.#kept?.projects : undefined;
  }

  /** Reads the projects (`projects.list`). Returns `undefined` if the service can't list them. */
  async read(signal?: AbortSignal): Promise<readonly Project[] | undefined> {
    const { baseUrl } = this.#connection;
    const client = await this.#connection.client();
    try {
      const projects = await client.projects.list({}, { signal });
      this.#kept = { baseUrl, projects };
      if (baseUrl !== undefined) this.#onDidRead(baseUrl, projects);
      return projects;
    } catch (error) {
      // After another error, the cached projects are kept.
      if (!(error instanceof ApiError && error.unknownPath)) throw error;
      this.#kept = undefined;
      await client.identify({ signal }); // Rejects if the URL isn't that of a supported service.
      return undefined;
    }
  }

  /** Replaces a project that has changed. */
  replace(project: Project): void {
    const { baseUrl } = this.#connection;
    if (baseUrl !== undefined) this.#onDidRead(baseUrl, [project]);
    if (!this.#kept) return;
    const projects = this.#kept.projects.map((one) => (one.id === project.id ? project : one));
    this.#kept = { ...this.#kept, projects };
  }

  /** Removes a project that no longer exists. */
  remove(projectId: string): void {
    if (!this.#kept) return;
    this.#kept = { ...this.#kept, projects: this.#kept.projects.filter(({ id }) => id !== projectId) };
  }
}
