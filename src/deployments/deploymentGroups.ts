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
 * Time in ms within which the editor requests the rows after a redraw. A later request has another cause, so the rows
 * are read again.
 */
const maxRedrawDelayMs = 2000;

/** The state of a group node. */
interface GroupState {
  readonly group: DeploymentsNode;
  readonly latest?: Deployment | undefined;
  /** The deployments of the last read. `undefined` if the service can't list them. */
  readonly deployments?: readonly Deployment[] | undefined;
  readonly rowCount: number;
  /** The descriptions of the rows, as they were drawn last. */
  readonly renderedDescriptions?: string;
}

/** The deployments of each environment in the tree. */
export class DeploymentGroups {
  readonly groupBranch: Branch<EnvironmentRowWithDeployment> = {
    parentKind: 'environment',
    getChildren: (row) => [this.#group(row)],
  };
  readonly rowBranch: Branch<DeploymentsNode> = {
    parentKind: 'deployments',
    getChildren: (group, signal) => this.#rows(group, signal),
  };
  readonly #context: Pick<FeatureContext, 'connection' | 'tree'>;
  readonly #watcher: DeploymentWatcher;
  /** Groups by the ID of their node. */
  readonly #shown = new Map<string, GroupState>();
  /**
   * The time at which a group was redrawn without reading, by the ID of its node. Only the number of rows or the group
   * itself has changed.
   */
  readonly #redrawn = new Map<string, number>();

  constructor(context: Pick<FeatureContext, 'connection' | 'tree'>, watcher: DeploymentWatcher) {
    this.#context = context;
    this.#watcher = watcher;
  }

  /** Forgets all groups after the service has changed. */
  clear(): void {
    this.#shown.clear();
    this.#redrawn.clear();
  }

  /** Updates a group node with its latest deployment. */
  decorate(row: Node): Node {
    const state = row.kind === 'deployments' ? this.#shown.get(row.id) : undefined;
    return state ? createDeploymentsNode(state.group.environment, state.latest) : row;
  }

  /** Redraws the groups whose relative times are out of date. Nothing is read. */
  updateRelativeTimes(): void {
    for (const state of this.#shown.values()) {
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
    const state = this.#shown.get(groupId);
    if (state) this.#redraw({ ...state, rowCount: state.rowCount + pageSize });
  }

  #group(row: EnvironmentRowWithDeployment): DeploymentsNode {
    const latest = row.latestDeployment;
    const group = createDeploymentsNode(row, latest);
    const previous = this.#shown.get(group.id);
    this.#redrawn.delete(group.id);
    this.#shown.set(group.id, {
      group,
      latest: latest ?? previous?.latest,
      rowCount: previous?.rowCount ?? pageSize,
    });
    return group;
  }

  async #rows(group: DeploymentsNode, signal: AbortSignal): Promise<readonly Node[]> {
    const previous = this.#shown.get(group.id) ?? { group, rowCount: pageSize };
    if (this.#isRedrawn(group)) return this.#drawRows(previous);
    const client = await this.#context.connection.client();
    const deployments = await readDeployments(client, group, signal);
    const { latest, rowCount } = this.#shown.get(group.id) ?? previous;
    const newest = deployments ? deployments[0] : latest;
    const state: GroupState = { group, deployments, rowCount, latest: newest };
    this.#shown.set(group.id, state);
    if (newest?.id !== latest?.id || newest?.status !== latest?.status) this.#redraw(state);
    if (deployments) await this.#watcher.onDidRead(group.environmentId, deployments);
    return this.#drawRows(state);
  }

  #drawRows({ group, deployments, rowCount }: GroupState): readonly Node[] {
    const rows = createDeploymentRows(group, deployments, rowCount);
    const state = this.#shown.get(group.id);
    if (state) this.#shown.set(group.id, { ...state, renderedDescriptions: joinDescriptions(rows) });
    return rows;
  }

  #isRedrawn({ id }: DeploymentsNode): boolean {
    const redrawnAt = this.#redrawn.get(id);
    this.#redrawn.delete(id);
    return redrawnAt !== undefined && Date.now() - redrawnAt < maxRedrawDelayMs;
  }

  #redraw(state: GroupState): void {
    this.#shown.set(state.group.id, state);
    this.#redrawn.set(state.group.id, Date.now());
    this.#context.tree.refresh(state.group);
  }
}

function joinDescriptions(rows: readonly Node[]): string {
  return rows.map(({ description }) => description).join('\n');
}
