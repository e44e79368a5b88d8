import type { Deployment } from '../api/deployments.ts';
import type { FeatureContext } from '../context.ts';
import type { Branch, Node } from '../explorer/node.ts';
import type { DeploymentWatcher } from './deploymentWatcher.ts';
import {
  createDeploymentRows,
  createDeploymentsNode,
  type DeploymentsNode,
  type EnvironmentRowWithDeployment,
  getFirstCount,
} from './nodes.ts';
import { readDeployments } from './readDeployments.ts';

/** Number of additional rows with each *Load More*. */
const pageSize = 10;
/**
 * Maximum time in milliseconds between a redraw and the request for the rows that it causes. A later request has
 * another cause, so the rows are read again.
 */
const maxRedrawDelayMs = 2000;

/** The state of a group node. */
interface GroupState {
  readonly group: DeploymentsNode;
  /** The deployments of the last read. `undefined` if the service can't list them. */
  readonly deployments?: readonly Deployment[] | undefined;
  /** Number of rows that *Load More* has added. */
  readonly addedCount: number;
  /** The descriptions of the rows when they were rendered last. Absent before that. */
  readonly renderedDescriptions?: string;
}

/** The group *Deployments* below each environment in the project tree, and the rows below the group. */
export class DeploymentGroups {
  readonly groupBranch: Branch<EnvironmentRowWithDeployment> = {
    parentKind: 'environment',
    getChildren: (row, _signal, canUseCache = false) => [this.#createGroup(row, canUseCache)],
  };
  readonly rowBranch: Branch<DeploymentsNode> = {
    parentKind: 'deployments',
    getChildren: (group, signal) => this.#loadRows(group, signal),
  };
  readonly #context: Pick<FeatureContext, 'connection' | 'tree'>;
  readonly #watcher: DeploymentWatcher;
  /** The states of the groups by node ID. */
  readonly #states = new Map<string, GroupState>();
  /**
   * The time, in milliseconds since the epoch, at which a group was redrawn because only the number of rows or the
   * group itself has changed, by node ID. The rows that the editor requests next aren't read again.
   */
  readonly #redrawTimes = new Map<string, number>();

  constructor(context: Pick<FeatureContext, 'connection' | 'tree'>, watcher: DeploymentWatcher) {
    this.#context = context;
    this.#watcher = watcher;
  }

  /** Forgets all groups after the service or the account has changed. */
  clear(): void {
    this.#states.clear();
    this.#redrawTimes.clear();
  }

  /** Redraws the groups with outdated relative times, without a read. */
  updateRelativeTimes(): void {
    for (const state of this.#states.values()) {
      const { deployments, renderedDescriptions } = state;
      if (
        deployments &&
        renderedDescriptions !== undefined &&
        renderedDescriptions !== joinDescriptions(createRows(state))
      ) {
        this.#redraw(state);
      }
    }
  }

  showMore(groupId: string): void {
    const state = this.#states.get(groupId);
    if (state) this.#redraw({ ...state, addedCount: state.addedCount + pageSize });
  }

  /** `canUseCache`: whether the rows below the group aren't read again. */
  #createGroup(row: EnvironmentRowWithDeployment, canUseCache: boolean): DeploymentsNode {
    const group = createDeploymentsNode(row);
    const previous = this.#states.get(group.id);
    if (previous && canUseCache) return previous.group;
    this.#redrawTimes.delete(group.id);
    this.#states.set(group.id, { group, addedCount: previous?.addedCount ?? 0 });
    return group;
  }

  async #loadRows(group: DeploymentsNode, signal: AbortSignal): Promise<readonly Node[]> {
    const previous = this.#states.get(group.id) ?? { group, addedCount: 0 };
    if (this.#isRequestAfterRedraw(group)) return this.#createRows(previous);
    const client = await this.#context.connection.client();
    const deployments = await readDeployments(client, group, signal);
    const { addedCount } = this.#states.get(group.id) ?? previous;
    const state: GroupState = { group, deployments, addedCount };
    this.#states.set(group.id, state);
    if (deployments) await this.#watcher.handleDeployments(group.environmentId, deployments);
    return this.#createRows(state);
  }

  #createRows(shownState: GroupState): readonly Node[] {
    const rows = createRows(shownState);
    const state = this.#states.get(shownState.group.id);
    if (state) this.#states.set(state.group.id, { ...state, renderedDescriptions: joinDescriptions(rows) });
    return rows;
  }

  #isRequestAfterRedraw({ id }: DeploymentsNode): boolean {
    const redrawnAt = this.#redrawTimes.get(id);
    this.#redrawTimes.delete(id);
    return redrawnAt !== undefined && Date.now() - redrawnAt < maxRedrawDelayMs;
  }

  #redraw(state: GroupState): void {
    this.#states.set(state.group.id, state);
    this.#redrawTimes.set(state.group.id, Date.now());
    this.#context.tree.refresh(state.group);
  }
}

function createRows({ group, deployments, addedCount }: GroupState): readonly Node[] {
  return createDeploymentRows(group, deployments, getFirstCount(deployments ?? []) + addedCount);
}

function joinDescriptions(rows: readonly Node[]): string {
  return rows.map(({ description }) => description).join('\n');
}
