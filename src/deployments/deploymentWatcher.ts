import type { Deployment } from '../api/deployments.ts';
import { ApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import type { EndWatch } from '../context.ts';
import { isRunning } from '../domain/deployment.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { Poller } from '../editor/poller.ts';
import type { Node } from '../explorer/node.ts';
import type { DeployedRow } from './deployedRow.ts';
import type { PendingNotifications } from './pendingNotifications.ts';

export interface DeploymentWatcherDeps {
  readonly connection: Connection;
  readonly poller: Poller;
  /** The rows of the tree for an environment. */
  readonly rowsOf: (environmentId: string) => readonly Node[];
  /** The whole tree is to be asked again. */
  readonly refresh: () => void;
  /** What is above that row is to be asked again: the row itself says something else now. */
  readonly refreshAbove: (row: Node) => void;
  /** The newest deployment of an environment, as a whole. */
  readonly onDidReadDeployment: (environmentId: string, deployment: Deployment) => Promise<void>;
  /** Those whose end is to be told: they are followed while nobody looks, too. */
  readonly pending: PendingNotifications;
}

/** Keeps the rows of environments true: follows deployments that run, wherever they were started, to their end. */
export class DeploymentWatcher {
  readonly #deps: DeploymentWatcherDeps;
  /** Deployments that are known to be over, so that a row that does not know it yet starts nothing. */
  readonly #over = new Set<string>();
  /** Deployments that run, by id, and their environments. */
  readonly #running = new Map<string, string>();
  /** What was last found out by environment: only news are worth asking the tree again. */
  readonly #told = new Map<string, string>();
  readonly #watches = new Set<EndWatch>();
  /** Ends with the connection. */
  #asking = new AbortController();

  constructor(deps: DeploymentWatcherDeps) {
    this.#deps = deps;
  }

  /** Another service, or another account. What is watched is known when its service is chosen again. */
  clear(): void {
    this.#over.clear();
    this.#running.clear();
    this.#told.clear();
    this.#asking.abort();
    this.#asking = new AbortController();
    for (const watch of this.#watches) void this.#watch(watch);
  }

  /** Asks at once, and on until the record says how it ended: it may lag behind the log. Returns what calls that off. */
  watch(watch: EndWatch): () => void {
    this.#watches.add(watch);
    void this.#watch(watch);
    return () => this.#watches.delete(watch);
  }

  /** An environment's row is drawn. */
  onDidRender(row: Node): void {
    const { environmentId, latestDeployment } = row as DeployedRow;
    if (row.kind === 'environment' && latestDeployment) this.#follow(environmentId, latestDeployment);
  }

  /** Whether a deployment of this environment is known to run. */
  isDeploying(environmentId: string): boolean {
    return [...this.#running.values()].includes(environmentId);
  }

  /** The deployments of an environment as the service has them now, newest first. */
  async onDidRead(environmentId: string, deployments: readonly Deployment[]): Promise<void> {
    for (const one of deployments) this.#follow(environmentId, one);
    const [latest] = deployments;
    if (!latest) return;
    await this.#deps.onDidReadDeployment(environmentId, latest);
    const known = this.#deps.rowsOf(environmentId).map(latestOf);
    const news = textOf(latest);
    if (this.#told.get(environmentId) === news) return;
    this.#told.set(environmentId, news);
    const isNews = known.some((one) => (one ? textOf(one) !== news : isRunning(latest)));
    if (isNews) this.#redraw(environmentId, latest);
  }

  /** One that was just started, or that has ended. */
  async changed(environmentId: string, latest: Deployment): Promise<void> {
    this.#follow(environmentId, latest);
    this.#told.set(environmentId, textOf(latest));
    await this.#deps.onDidReadDeployment(environmentId, latest);
    this.#redraw(environmentId, latest);
  }

  /** One that ran when the window was loaded again. */
  resume(environmentId: string, deploymentId: string): void {
    this.#follow(environmentId, { id: deploymentId, status: 'ongoing', isCurrent: false });
  }

  #follow(environmentId: string, deployment: Deployment): void {
    const { id } = deployment;
    if (!isRunning(deployment) || this.#over.has(id)) return;
    this.#running.set(id, environmentId);
    this.#poll(id);
  }

  async #watch(watch: EndWatch): Promise<void> {
    const { baseUrl, deploymentId } = watch;
    const { signal } = this.#asking;
    if (this.#deps.connection.baseUrl !== baseUrl) return;
    const isDone = await this.#ask(deploymentId, signal).catch(() => false);
    if (!isDone && !signal.aborted && this.#watches.has(watch)) this.#poll(deploymentId);
  }

  #poll(id: string): void {
    this.#deps.poller.add({
      ...{ key: `deployment ${id}`, firstMs: 3000, longestMs: 10_000 },
      isAwaited: () => this.#deps.pending.has(id) || this.#watchesOf(id).length > 0,
      run: (signal) => this.#ask(id, signal),
    });
  }

  #watchesOf(id: string): readonly EndWatch[] {
    const { baseUrl } = this.#deps.connection;
    return [...this.#watches].filter((watch) => watch.deploymentId === id && watch.baseUrl === baseUrl);
  }

  /** `true`: there is nothing more to find out. */
  async #ask(id: string, signal: AbortSignal): Promise<boolean> {
    const { pending } = this.#deps;
    const current = await this.#get(id, signal).catch((error: unknown) => {
      if (!signal.aborted) pending.asked(id, error);
      throw error;
    });
    if (signal.aborted) return true;
    if (current && isRunning(current)) {
      pending.asked(id);
      return false;
    }
    const environmentId = this.#running.get(id);
    this.#over.add(id);
    this.#running.delete(id);
    for (const watch of this.#watchesOf(id)) {
      this.#watches.delete(watch);
      watch.ended(current);
    }
    // Of one that was over already, no row has to hear.
    if (environmentId === undefined) return true;
    if (current) {
      await this.changed(environmentId, current);
      pending.ended(current);
    } else {
      this.#redraw(environmentId, undefined);
      pending.gone(id);
    }
    return true;
  }

  /** `undefined`: it was deleted, or the service does not tell. */
  async #get(id: string, signal: AbortSignal): Promise<Deployment | undefined> {
    const client = await this.#deps.connection.client();
    try {
      return await client.deployments.get(id, { signal, isSingleTry: true });
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'notFound') return undefined;
      throw error;
    }
  }

  /**
   * Projects tell of failures too, and how production is: where that changes, everything is asked again. A row may know
   * it before its project.
   */
  #redraw(environmentId: string, latest: Deployment | undefined): void {
    const { rowsOf, refresh, refreshAbove } = this.#deps;
    const rows = rowsOf(environmentId);
    const isAbove = rows.some((row) => isProduction(row) || latestOf(row)?.status === 'failed');
    if (isAbove || latest?.status === 'failed') refresh();
    else for (const row of rows) refreshAbove(row);
  }
}

function isProduction(row: Node): boolean {
  return (row as DeployedRow).isProduction === true;
}

function latestOf(row: Node): Deployment | undefined {
  const { latestDeployment } = row as DeployedRow;
  return stringArgument(row, 'environmentId') === undefined ? undefined : latestDeployment;
}

function textOf({ id, status }: Deployment): string {
  return JSON.stringify([id, status]);
}
