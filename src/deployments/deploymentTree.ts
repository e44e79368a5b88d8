import type { Deployment } from '../api/deployments.ts';
import type { Connection } from '../auth/connection.ts';
import type { Branch, Node } from '../explorer/node.ts';
import type { DeployedRow } from './deployedRow.ts';
import { type DeploymentsNode, deploymentRows, deploymentsNode } from './nodes.ts';
import { readDeployments } from './readDeployments.ts';

/** So many rows at first, and so many more with each *Load More*. */
const pageSize = 10;
/** The editor asks for rows within so many ms, or not at all: what it asks for later is to be read. */
const maxRedrawDelayMs = 2000;

interface DeploymentTreeDeps {
  readonly connection: Connection;
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
  /** The deployments of an environment were read, newest first. */
  readonly onDidRead: (environmentId: string, deployments: readonly Deployment[]) => Promise<void>;
}

/** What is known of a group. */
interface DeploymentGroup {
  readonly group: DeploymentsNode;
  readonly latest?: Deployment | undefined;
  /** As it was read last; it may be none. */
  readonly list?: readonly Deployment[] | undefined;
  readonly count: number;
  /** Its rows as they were drawn last. */
  readonly drawn?: string;
}

/** The deployments below each environment. */
export class DeploymentTree {
  readonly groups: Branch<DeployedRow> = { under: 'environment', children: (row) => [this.#group(row)] };
  readonly rows: Branch<DeploymentsNode> = {
    under: 'deployments',
    children: (group, signal) => this.#rows(group, signal),
  };
  readonly #deps: DeploymentTreeDeps;
  /** By the id of a group. */
  readonly #shown = new Map<string, DeploymentGroup>();
  /**
   * Groups whose rows are drawn from what is known, and since when: only their number, or the group itself, is another.
   */
  readonly #redrawn = new Map<string, number>();

  constructor(deps: DeploymentTreeDeps) {
    this.#deps = deps;
  }

  /** Another service. */
  clear(): void {
    this.#shown.clear();
    this.#redrawn.clear();
  }

  /** A group says what is known by now. */
  decorate(row: Node): Node {
    const shown = row.kind === 'deployments' ? this.#shown.get(row.id) : undefined;
    return shown ? deploymentsNode(shown.group.environment, shown.latest) : row;
  }

  /** Someone looks again: what is drawn as "now" may be old. Nothing is read. */
  renewAges(): void {
    for (const shown of this.#shown.values()) {
      const { group, list, count, drawn } = shown;
      if (list && drawn !== undefined && drawn !== rowDescriptions(deploymentRows(group, list, count))) {
        this.#redraw(shown);
      }
    }
  }

  showMore(groupId: string): void {
    const shown = this.#shown.get(groupId);
    if (shown) this.#redraw({ ...shown, count: shown.count + pageSize });
  }

  #group(row: DeployedRow): DeploymentsNode {
    const latest = row.latestDeployment;
    const group = deploymentsNode(row, latest);
    const before = this.#shown.get(group.id);
    this.#redrawn.delete(group.id);
    this.#shown.set(group.id, { group, latest: latest ?? before?.latest, count: before?.count ?? pageSize });
    return group;
  }

  async #rows(group: DeploymentsNode, signal: AbortSignal): Promise<readonly Node[]> {
    const before = this.#shown.get(group.id) ?? { group, count: pageSize };
    if (this.#isRedrawn(group)) return this.#drawRows(before);
    const client = await this.#deps.connection.client();
    const list = await readDeployments(client, group, signal);
    const { latest, count } = this.#shown.get(group.id) ?? before;
    const newest = list ? list[0] : latest;
    const shown: DeploymentGroup = { group, list, count, latest: newest };
    this.#shown.set(group.id, shown);
    if (newest?.id !== latest?.id || newest?.status !== latest?.status) this.#redraw(shown);
    if (list) await this.#deps.onDidRead(group.environmentId, list);
    return this.#drawRows(shown);
  }

  #drawRows({ group, list, count }: DeploymentGroup): readonly Node[] {
    const rows = deploymentRows(group, list, count);
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
    this.#deps.refresh(shown.group);
  }
}

function rowDescriptions(rows: readonly Node[]): string {
  return rows.map(({ description }) => description).join('\n');
}
