import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { Context } from '../context.ts';

/** The projects of the service. What was read last is kept, for what only narrows or marks them. */
export class ProjectList {
  readonly #connection: Connection;
  #kept: { readonly baseUrl: string | undefined; readonly projects: readonly Project[] } | undefined;

  readonly #onDidRead: Context['notifyProjectsRead'];

  constructor(connection: Connection, onDidRead: Context['notifyProjectsRead']) {
    this.#connection = connection;
    this.#onDidRead = onDidRead;
  }

  /** What was read last, unless that was another service's, or is to be read again. */
  get cached(): readonly Project[] | undefined {
    return this.#kept?.baseUrl === this.#connection.baseUrl ? this.#kept?.projects : undefined;
  }

  /** `undefined`: this service doesn't list projects. */
  async read(signal?: AbortSignal): Promise<readonly Project[] | undefined> {
    const { baseUrl } = this.#connection;
    const client = await this.#connection.client();
    try {
      const projects = await client.projects.list({}, { signal });
      this.#kept = { baseUrl, projects };
      if (baseUrl !== undefined) this.#onDidRead(baseUrl, projects);
      return projects;
    } catch (error) {
      // What was read before stands, until it is known that there is no such list.
      if (!(error instanceof ApiError && error.unknownPath)) throw error;
      this.#kept = undefined;
      await client.identify({ signal }); // Rejects when this is another kind of service altogether.
      return undefined;
    }
  }

  /** This project is so now. */
  replace(project: Project): void {
    const { baseUrl } = this.#connection;
    if (baseUrl !== undefined) this.#onDidRead(baseUrl, [project]);
    if (!this.#kept) return;
    const projects = this.#kept.projects.map((one) => (one.id === project.id ? project : one));
    this.#kept = { ...this.#kept, projects };
  }

  /** This project is no longer there. */
  remove(projectId: string): void {
    if (!this.#kept) return;
    this.#kept = { ...this.#kept, projects: this.#kept.projects.filter(({ id }) => id !== projectId) };
  }
}
