import * as vscode from 'vscode';
import { ApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { FeatureContext } from '../context.ts';
import { UserError } from '../editor/userError.ts';
import type { CreatedProjects } from './createdProjects.ts';

/** The projects of the current service: those that it lists, which are cached, and those in the user's list. */
export class ProjectList {
  readonly #connection: Connection;
  readonly #created: CreatedProjects;
  readonly #notifyRead: FeatureContext['notifyProjectsRead'];
  #cache: { readonly baseUrl: string | undefined; readonly projects: readonly Project[] } | undefined;

  constructor(
    { connection, notifyProjectsRead }: Pick<FeatureContext, 'connection' | 'notifyProjectsRead'>,
    createdProjects: CreatedProjects,
  ) {
    this.#connection = connection;
    this.#created = createdProjects;
    this.#notifyRead = notifyProjectsRead;
  }

  /** The cached projects of the current service, or `undefined` if its projects weren't read yet or can't be listed. */
  get cachedProjects(): readonly Project[] | undefined {
    return this.#cache?.baseUrl === this.#connection.baseUrl ? this.#cache?.projects : undefined;
  }

  /** The projects in the user's list, for a service that can't list projects. */
  get createdProjects(): readonly Project[] {
    const { baseUrl } = this.#connection;
    return baseUrl === undefined ? [] : this.#created.list(baseUrl);
  }

  /** All projects that are known without a request. */
  get knownProjects(): readonly Project[] {
    return [...(this.cachedProjects ?? []), ...this.createdProjects];
  }

  /** Reads the projects (`projects.list`). Returns `undefined` if the service can't list them. */
  async read(signal?: AbortSignal): Promise<readonly Project[] | undefined> {
    const { baseUrl } = this.#connection;
    const client = await this.#connection.client();
    try {
      const projects = await client.projects.list({}, { signal });
      this.#cache = { baseUrl, projects };
      if (baseUrl !== undefined) this.#notifyRead(baseUrl, projects);
      return projects;
    } catch (error) {
      // After another error, the cached projects are kept.
      if (!(error instanceof ApiError && error.isUnsupportedOperation)) throw error;
      this.#cache = undefined;
      await client.identify({ signal }); // Rejects if the URL isn't that of a supported service.
      return undefined;
    }
  }

  /** Returns the projects of the service. Prompts for a missing sign-in. Rejects if the service can't list projects. */
  async load(): Promise<readonly Project[]> {
    await this.#connection.client({ isInteractive: true });
    const projects = this.cachedProjects ?? (await this.read());
    if (!projects) throw createNoProjectListError();
    return projects;
  }

  /** Like `load`, but returns the user's list if the service can't list projects. Rejects if that list is empty. */
  async loadSelectable(): Promise<readonly Project[]> {
    await this.#connection.client({ isInteractive: true });
    const projects = this.cachedProjects ?? (await this.read()) ?? this.createdProjects;
    if (projects.length === 0 && !this.cachedProjects) throw createNoProjectListError();
    return projects;
  }

  /** Adds a project to the user's list. */
  async addCreated(project: Project): Promise<void> {
    const { baseUrl } = this.#connection;
    if (baseUrl !== undefined) await this.#created.add(baseUrl, project);
  }

  /** Replaces a project that has changed, also in the user's list. */
  async replace(project: Project): Promise<void> {
    const { baseUrl } = this.#connection;
    if (baseUrl !== undefined) this.#notifyRead(baseUrl, [project]);
    if (this.#cache) {
      const projects = this.#cache.projects.map((one) => (one.id === project.id ? project : one));
      this.#cache = { ...this.#cache, projects };
    }
    if (this.createdProjects.some(({ id }) => id === project.id)) await this.addCreated(project);
  }

  /** Removes a project that no longer exists from the cache. */
  removeFromCache(projectId: string): void {
    if (!this.#cache) return;
    this.#cache = { ...this.#cache, projects: this.#cache.projects.filter(({ id }) => id !== projectId) };
  }

  /** Removes a project from the cache, and from the user's list for a service. */
  async remove(baseUrl: string, projectId: string): Promise<void> {
    this.removeFromCache(projectId);
    await this.#created.remove(baseUrl, projectId);
  }
}

function createNoProjectListError(): UserError {
  return new UserError(
    vscode.l10n.t(
      "This service can't list projects, so there are none to select. To see an environment in the Projects view, add it by ID.",
    ),
    {
      isPermanent: true,
      remedies: [
        { label: vscode.l10n.t('Add Environment by ID'), icon: 'add', command: 'hostedMcp.addEnvironment' },
      ],
    },
  );
}
