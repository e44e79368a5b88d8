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
interface DeploymentGroup {
  readonly group: DeploymentsNode;
  readonly latest?: Deployment | undefined;
  /** The deployments of the last read. `undefined` if the service can't list them. */
  readonly list?: readonly Deployment[] | undefined;
  readonly count: number;
  /** The descriptions of the rows, as they were drawn last. */
  readonly drawn?: string;
}

/** The deployments of each environment in the tree. */
export class DeploymentTree {
  readonly groups: Branch<EnvironmentRowWithDeployment> = {
    parentKind: 'environment',
    getChildren: (row) => [this.#group(row)],
  };
  readonly rows: Branch<DeploymentsNode> = {
    parentKind: 'deployments',
    getChildren: (group, signal) => this.#rows(group, signal),
  };
  readonly #context: Pick<FeatureContext, 'connection' | 'tree'>;
  readonly #watcher: DeploymentWatcher;
  /** Groups by the ID of their node. */
  readonly #shown = new Map<string, DeploymentGroup>();
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
    const shown = row.kind === 'deployments' ? this.#shown.get(row.id) : undefined;
    return shown ? createDeploymentsNode(shown.group.environment, shown.latest) : row;
  }

  /** Redraws the groups whose relative times are out of date. Nothing is read. */
  updateRelativeTimes(): void {
    for (const shown of this.#shown.values()) {
      const { group, list, count, drawn } = shown;
      if (
        list &&
        drawn !== undefined &&
        drawn !== rowDescriptions(createDeploymentRows(group, list, count))
      ) {
        this.#redraw(shown);
      }
    }
  }

  showMore(groupId: string): void {
    const shown = this.#shown.get(groupId);
    if (shown) this.#redraw({ ...shown, count: shown.count + pageSize });
  }

  #group(row: EnvironmentRowWithDeployment): DeploymentsNode {
    const latest = row.latestDeployment;
    const group = createDeploymentsNode(row, latest);
    const before = this.#shown.get(group.id);
    this.#redrawn.delete(group.id);
    this.#shown.set(group.id, { group, latest: latest ?? before?.latest, count: before?.count ?? pageSize });
    return group;
  }

  async #rows(group: DeploymentsNode, signal: AbortSignal): Promise<readonly Node[]> {
    const before = this.#shown.get(group.id) ?? { group, count: pageSize };
    if (this.#isRedrawn(group)) return this.#drawRows(before);
    const client = await this.#context.connection.client();
    const list = await readDeployments(client, group, signal);
    const { latest, count } = this.#shown.get(group.id) ?? before;
    const newest = list ? list[0] : latest;
    const shown: DeploymentGroup = { group, list, count, latest: newest };
    this.#shown.set(group.id, shown);
    if (newest?.id !== latest?.id || newest?.status !== latest?.status) this.#redraw(shown);
    if (list) await this.#watcher.onDidRead(group.environmentId, list);
    return this.#drawRows(shown);
  }

  #drawRows({ group, list, count }: DeploymentGroup): readonly Node[] {
    const rows = createDeploymentRows(group, list, count);
    const now = this.#shown.get(group.id);
    if (now) this.#shown.set(group.id, { ...now, drawn: rowDescriptions(rows) });
    return rows;
  }

  #isRedrawn({ id }: DeploymentsNode): boolean {
    const since = this.#redrawn.get(id);
    this.#redrawn.delete(id);
    return since !== undefined && Date.now() - since < maxRedrawDelayMs;
  }

  #redraw(shown: DeploymentGroup): void {
    this.#shown.set(shown.group.id, shown);
    this.#redrawn.set(shown.group.id, Date.now());
    this.#context.tree.refresh(shown.group);
  }
}

function rowDescriptions(rows: readonly Node[]): string {
  return rows.map(({ description }) => description).join('\n');
}
