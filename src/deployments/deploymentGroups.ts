import type { Deployment } from '../api/deployments.ts';
import type { FeatureContext } from '../context.ts';
import type { Branch, Node } from '../explorer/node.ts';
import type { DeploymentWatcher } from './deploymentWatcher.ts';
import {
  createDeploymentRows,
  createDeploymentsNode,
  type DeploymentsNode,
  type EnvironmentRowWithDeployment,
} from './nodes.ts';
import { readDeployments } from './readDeployments.ts';

/** Number of rows at first, and of additional rows with each *Load More*. */
const pageSize = 10;
/**
 * Maximum time in milliseconds between a redraw and the request for the rows that it causes. A later request has
 * another cause, so the rows are read again.
 */
const maxRedrawDelayMs = 2000;

/** The state of a group node. */
interface GroupState {
  readonly group: DeploymentsNode;
  readonly latest?: Deployment | undefined;
  /** The deployments of the last read. `undefined` if the service can't list them. */
  readonly deployments?: readonly Deployment[] | undefined;
  readonly rowCount: number;
  /** The descriptions of the rows when they were rendered last. Absent before that. */
  readonly renderedDescriptions?: string;
}

/** The group *Deployments* below each environment in the project tree, and the rows below the group. */
export class DeploymentGroups {
  readonly groupBranch: Branch<EnvironmentRowWithDeployment> = {
    parentKind: 'environment',
    getChildren: (row) => [this.#createGroup(row)],
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

  /** Updates a group node with its latest deployment. */
  decorate(row: Node): Node {
    const state = row.kind === 'deployments' ? this.#states.get(row.id) : undefined;
    return state ? createDeploymentsNode(state.group.environment, state.latest) : row;
  }

  /** Redraws the groups with outdated relative times, without a read. */
  updateRelativeTimes(): void {
    for (const state of this.#states.values()) {
      const { group, deployments, rowCount, renderedDescriptions } = state;
      if (
        deployments &&
        renderedDescriptions !== undefined &&
        renderedDescriptions !== joinDescriptions(createDeploymentRows(group, deployments, rowCount))
      ) {
        this.#redraw(state);
      }
    }
  }

  showMore(groupId: string): void {
    const state = this.#states.get(groupId);
    if (state) this.#redraw({ ...state, rowCount: state.rowCount + pageSize });
  }

  #createGroup(row: EnvironmentRowWithDeployment): DeploymentsNode {
    const latest = row.latestDeployment;
    const group = createDeploymentsNode(row, latest);
    const previous = this.#states.get(group.id);
    this.#redrawTimes.delete(group.id);
    this.#states.set(group.id, {
      group,
      latest: latest ?? previous?.latest,
      rowCount: previous?.rowCount ?? pageSize,
    });
    return group;
  }

  async #loadRows(group: DeploymentsNode, signal: AbortSignal): Promise<readonly Node[]> {
    const previous = this.#states.get(group.id) ?? { group, rowCount: pageSize };
    if (this.#isRequestAfterRedraw(group)) return this.#createRows(previous);
    const client = await this.#context.connection.client();
    const deployments = await readDeployments(client, group, signal);
    const { latest, rowCount } = this.#states.get(group.id) ?? previous;
    const newest = deployments ? deployments[0] : latest;
    const state: GroupState = { group, deployments, rowCount, latest: newest };
    this.#states.set(group.id, state);
    if (newest?.id !== latest?.id || newest?.status !== latest?.status) this.#redraw(state);
    if (deployments) await this.#watcher.handleDeployments(group.environmentId, deployments);
    return this.#createRows(state);
  }

  #createRows({ group, deployments, rowCount }: GroupState): readonly Node[] {
    const rows = createDeploymentRows(group, deployments, rowCount);
    const state = this.#states.get(group.id);
    if (state) this.#states.set(group.id, { ...state, renderedDescriptions: joinDescriptions(rows) });
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

function joinDescriptions(rows: readonly Node[]): string {
  return rows.map(({ description }) => description).join('\n');
}
