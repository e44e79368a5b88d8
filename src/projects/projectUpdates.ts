import type { Project } from '../api/projects.ts';
import type { FeatureContext } from '../context.ts';
import { DeletionTracker } from '../explorer/deletionTracker.ts';
import type { ProjectList } from './projectList.ts';
import type { ProjectViewState } from './projectViewState.ts';

/** Updates the list, the tree, and other features after a project has changed on the service. */
export class ProjectUpdates {
  readonly deletions: DeletionTracker;
  readonly #context: Pick<FeatureContext, 'tree' | 'notifyEnvironmentDeleted' | 'notifyProjectDeleted'>;
  readonly #list: ProjectList;
  readonly #view: ProjectViewState;

  constructor(
    context: Pick<FeatureContext, 'tree' | 'notifyEnvironmentDeleted' | 'notifyProjectDeleted'>,
    list: ProjectList,
    view: ProjectViewState,
  ) {
    this.#context = context;
    this.#list = list;
    this.#view = view;
    this.deletions = new DeletionTracker('project', 'projectId', () => context.tree.refreshRoot());
  }

  async applyChange(project: Project): Promise<void> {
    await this.#list.replace(project);
    this.#context.tree.refreshRoot();
  }

  /**
   * Removes a deleted project from the list and from the scope, and notifies all features that it and its environments
   * were deleted.
   */
  async applyDeletion(baseUrl: string, project: Project): Promise<void> {
    const { id: projectId, environments, productionEnvironment } = project;
    const view = this.#view;
    await this.#list.remove(baseUrl, projectId);
    if (view.scope.kind === 'project' && view.scope.id === projectId) await view.setScope({ kind: 'all' });
    const all = [...environments, ...(productionEnvironment ? [productionEnvironment] : [])];
    for (const environmentId of new Set(all.map(({ id }) => id))) {
      await this.#context.notifyEnvironmentDeleted({ baseUrl, environmentId });
    }
    await this.#context.notifyProjectDeleted({ baseUrl, projectId });
    this.#context.tree.refreshRoot();
  }
}
