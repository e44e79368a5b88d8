import type * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { isApiError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';
import type { DeploymentWatch } from '../context.ts';
import { isDeploymentRunning } from '../domain/deployment.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { stringArgument } from '../editor/arguments.ts';
import {
  type CompletionTracker,
  createCompletionTracker,
  maxTrackingMs,
  type TrackingEnd,
  type TrackingFailure,
} from '../editor/completionTracker.ts';
import type { Poller } from '../editor/poller.ts';
import type { Node } from '../explorer/node.ts';
import type { DeployedRow } from './deployedRow.ts';

/** One that was started here. */
interface PendingDeployment {
  readonly deploymentId: string;
  readonly target: EnvironmentRef;
  /** ms since 1970 */
  readonly until: number;
}

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
  /** One that was followed has succeeded. */
  readonly onDidDeploy: (environment: EnvironmentRef, deployment: Deployment) => void;
  readonly workspaceState: vscode.Memento;
  /** ms since 1970 */
  readonly now: () => number;
  readonly notifyEnd: (target: EnvironmentRef, deployment: Deployment) => void;
  readonly notifyGivenUp: (target: EnvironmentRef, deploymentId: string, why: TrackingFailure) => void;
}

/** Keeps the rows of environments true: follows deployments that run, wherever they were started, to their end. */
export class DeploymentWatcher {
  readonly #deps: DeploymentWatcherDeps;
  readonly #watcher: CompletionTracker<PendingDeployment>;
  /** Deployments that are known to be over, so that a row that doesn't know it yet starts nothing. */
  readonly #over = new Set<string>();
  /** Deployments that run, by id, and their environments. */
  readonly #running = new Map<string, string>();
  /** What was last found out by environment: only news are worth asking the tree again. */
  readonly #told = new Map<string, string>();
  readonly #watches = new Set<DeploymentWatch>();
  /** Ends with the connection. */
  #asking = new AbortController();

  constructor(deps: DeploymentWatcherDeps) {
    this.#deps = deps;
    const { connection, poller, now, workspaceState: state } = deps;
    this.#watcher = createCompletionTracker<Deployment, PendingDeployment>({
      name: 'deployment',
      firstDelayMs: 3000,
      poller,
      now,
      state,
      stateKey: 'awaitedDeployments',
      baseUrl: () => connection.baseUrl,
      getId: ({ deploymentId }) => deploymentId,
      getDeadline: (id) => this.#watcher.get(id)?.until ?? Number.POSITIVE_INFINITY,
      isAwaited: (id) => this.#watchesOf(id).length > 0,
      read: async (id, signal) =>
        (await connection.client()).deployments.get(id, { signal, isSingleTry: true }),
      isOver: (deployment) => !isDeploymentRunning(deployment),
      // Who isn't signed in yet follows none.
      isRefusal: (error, id) =>
        isApiError(error, 'forbidden') || (isApiError(error, 'unauthorized') && this.#running.has(id)),
      onDidRead: (id, end, deployment) => this.#onDidAsk(id, end, deployment),
      notify: ({ target, deploymentId }, end, deployment) => {
        if (end !== 'over') deps.notifyGivenUp(target, deploymentId, end);
        else if (deployment) deps.notifyEnd(target, deployment);
      },
    });
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
  watch(watch: DeploymentWatch): () => void {
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
    const known = this.#deps.rowsOf(environmentId).map(latestDeploymentOf);
    const news = deploymentFingerprint(latest);
    if (this.#told.get(environmentId) === news) return;
    this.#told.set(environmentId, news);
    const isNews = known.some((one) =>
      one ? deploymentFingerprint(one) !== news : isDeploymentRunning(latest),
    );
    if (isNews) this.#redraw(environmentId, latest);
  }

  /** One that was just started, or that has ended. */
  async setLatest(environmentId: string, latest: Deployment): Promise<void> {
    this.#follow(environmentId, latest);
    this.#told.set(environmentId, deploymentFingerprint(latest));
    await this.#deps.onDidReadDeployment(environmentId, latest);
    this.#redraw(environmentId, latest);
  }

  /** Its end is told in this window. */
  async start(target: EnvironmentRef, deployment: Deployment): Promise<void> {
    if (isDeploymentRunning(deployment)) {
      const until = this.#deps.now() + maxTrackingMs;
      await this.#watcher.start({ deploymentId: deployment.id, target, until });
    }
    await this.setLatest(target.environmentId, deployment);
  }

  /** Follows those that were started here before the window was loaded again. */
  resume(): void {
    for (const { deploymentId: id, target, until } of this.#watcher.pending()) {
      if (until <= this.#deps.now()) void this.#watcher.remove(id);
      else this.#follow(target.environmentId, { id, status: 'ongoing', isCurrent: false });
    }
  }

  #follow(environmentId: string, deployment: Deployment): void {
    const { id } = deployment;
    if (!isDeploymentRunning(deployment) || this.#over.has(id)) return;
    this.#running.set(id, environmentId);
    this.#watcher.track(id);
  }

  async #watch(watch: DeploymentWatch): Promise<void> {
    const { baseUrl, deploymentId } = watch;
    const { signal } = this.#asking;
    if (this.#deps.connection.baseUrl !== baseUrl) return;
    const isDone = await this.#watcher.check(deploymentId, signal).catch(() => false);
    if (!isDone && !signal.aborted && this.#watches.has(watch)) this.#watcher.track(deploymentId);
  }

  /** As it is known where the deployment was started, or by its row. */
  #refOf(id: string, environmentId: string): EnvironmentRef {
    const [row] = this.#deps.rowsOf(environmentId);
    return (
      this.#watcher.get(id)?.target ??
      (row ? toEnvironmentRef(row as DeployedRow) : { environmentId, environmentName: environmentId })
    );
  }

  #watchesOf(id: string): readonly DeploymentWatch[] {
    const { baseUrl } = this.#deps.connection;
    return [...this.#watches].filter((watch) => watch.deploymentId === id && watch.baseUrl === baseUrl);
  }

  async #onDidAsk(
    id: string,
    end: TrackingEnd | undefined,
    deployment: Deployment | undefined,
  ): Promise<boolean> {
    // Whoever looks at it still sees how it ends.
    if (end === undefined || end === 'late' || end === 'refused') return false;
    const environmentId = this.#running.get(id);
    this.#over.add(id);
    this.#running.delete(id);
    for (const watch of this.#watchesOf(id)) {
      this.#watches.delete(watch);
      watch.onDidEnd(deployment);
    }
    // Of one that was over already, no row has to hear.
    if (environmentId === undefined) return true;
    if (deployment?.status === 'deployed') this.#deps.onDidDeploy(this.#refOf(id, environmentId), deployment);
    if (deployment) await this.setLatest(environmentId, deployment);
    else this.#redraw(environmentId, undefined);
    return true;
  }

  /**
   * Projects tell of failures too, and how production is: where that changes, everything is asked again. A row may know
   * it before its project.
   */
  #redraw(environmentId: string, latest: Deployment | undefined): void {
    const { rowsOf, refresh, refreshAbove } = this.#deps;
    const rows = rowsOf(environmentId);
    const isAbove = rows.some((row) => isProduction(row) || latestDeploymentOf(row)?.status === 'failed');
    if (isAbove || latest?.status === 'failed') refresh();
    else for (const row of rows) refreshAbove(row);
  }
}

function isProduction(row: Node): boolean {
  return (row as DeployedRow).isProduction === true;
}

function latestDeploymentOf(row: Node): Deployment | undefined {
  const { latestDeployment } = row as DeployedRow;
  return stringArgument(row, 'environmentId') === undefined ? undefined : latestDeployment;
}

function deploymentFingerprint({ id, status }: Deployment): string {
  return JSON.stringify([id, status]);
}
