import type * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { isApiError } from '../api/errors.ts';
import type { Project } from '../api/projects.ts';
import type { Connection } from '../auth/connection.ts';
import type { DeploymentEndListener } from '../context.ts';
import { isDeploymentRunning } from '../domain/deployment.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { getStringArgument } from '../editor/arguments.ts';
import {
  type CompletionTracker,
  createCompletionTracker,
  maxTrackingMs,
  type TrackingEnd,
  type TrackingFailure,
} from '../editor/completionTracker.ts';
import type { Poller } from '../editor/poller.ts';
import type { Node } from '../explorer/node.ts';
import type { EnvironmentRowWithDeployment } from './nodes.ts';

/** The row of a project, from another feature. */
type ProjectRow = Node & { readonly project: Project };

/** A deployment that this editor started. */
interface PendingDeployment {
  readonly deploymentId: string;
  readonly target: EnvironmentRef;
  /** The time to stop following the deployment, in milliseconds since the epoch. */
  readonly until: number;
}

export interface DeploymentWatcherOptions {
  readonly connection: Connection;
  readonly poller: Poller;
  /** Returns the tree rows of an environment. */
  readonly getRows: (environmentId: string) => readonly Node[];
  /** Refreshes the whole tree. */
  readonly refreshTree: () => void;
  /** Refreshes the parent of a row, so that the row itself is read again. */
  readonly refreshParent: (row: Node) => void;
  /** Called with the newest deployment of an environment. */
  readonly onDidReadDeployment: (environmentId: string, deployment: Deployment) => Promise<void>;
  /** Called when a followed deployment has succeeded. */
  readonly onDidDeploy: (environment: EnvironmentRef, deployment: Deployment) => void;
  readonly workspaceState: vscode.Memento;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly notifyEnd: (target: EnvironmentRef, deployment: Deployment) => void;
  readonly notifyTrackingFailure: (
    target: EnvironmentRef,
    deploymentId: string,
    reason: TrackingFailure,
  ) => void;
}

/**
 * Follows running deployments to their end, and updates the rows of their environments. It doesn't matter who started
 * them.
 */
export class DeploymentWatcher {
  readonly #options: DeploymentWatcherOptions;
  readonly #tracker: CompletionTracker<PendingDeployment>;
  /** IDs of ended deployments. They aren't followed again if a row has an outdated record of them. */
  readonly #endedIds = new Set<string>();
  /** Environment IDs by the ID of a running deployment. */
  readonly #environmentIds = new Map<string, string>();
  /** Fingerprint of the latest known deployment, by environment ID. The tree is refreshed only if it differs. */
  readonly #latestFingerprints = new Map<string, string>();
  readonly #watches = new Set<DeploymentEndListener>();
  /** Aborted when the service or the account changes. */
  #connectionAbort = new AbortController();

  constructor(options: DeploymentWatcherOptions) {
    this.#options = options;
    const { connection, poller, now, workspaceState: state } = options;
    this.#tracker = createCompletionTracker<Deployment, PendingDeployment>({
      name: 'deployment',
      firstDelayMs: 3000,
      poller,
      now,
      state,
      stateKey: 'awaitedDeployments',
      baseUrl: () => connection.baseUrl,
      getId: ({ deploymentId }) => deploymentId,
      getDeadline: (id) => this.#tracker.get(id)?.until ?? Number.POSITIVE_INFINITY,
      isAwaited: (id) => this.#getWatches(id).length > 0,
      read: async (id, signal) =>
        (await connection.client()).deployments.get(id, { signal, isSingleTry: true }),
      hasEnded: (deployment) => !isDeploymentRunning(deployment),
      // Before sign-in, 401 doesn't mean that this account can't read the deployment.
      isAccessDenied: (error, id) =>
        isApiError(error, 'forbidden') || (isApiError(error, 'unauthorized') && this.#environmentIds.has(id)),
      onDidRead: (id, end, deployment) => this.#handleRead(id, end, deployment),
      notify: ({ target, deploymentId }, end, deployment) => {
        if (end !== 'over') options.notifyTrackingFailure(target, deploymentId, end);
        else if (deployment) options.notifyEnd(target, deployment);
      },
    });
  }

  /**
   * Forgets all deployments after the service or the account has changed. Listeners stay registered, and are called if
   * their service is selected again.
   */
  clear(): void {
    this.#endedIds.clear();
    this.#environmentIds.clear();
    this.#latestFingerprints.clear();
    this.#connectionAbort.abort();
    this.#connectionAbort = new AbortController();
    for (const watch of this.#watches) void this.#checkNow(watch);
  }

  /**
   * Calls `watch.onDidEnd` when the record of a deployment reports its end, which can be later than the end of its log.
   * Returns a function that removes the listener.
   */
  watch(watch: DeploymentEndListener): () => void {
    this.#watches.add(watch);
    void this.#checkNow(watch);
    return () => this.#watches.delete(watch);
  }

  /**
   * Follows the latest deployment of an environment whose row is rendered. The deployment in the row of a project isn't
   * polled, but the tree is refreshed when another view reads its end.
   */
  followLatestDeployment(row: Node): void {
    const { environmentId, latestDeployment } = row as EnvironmentRowWithDeployment;
    if (row.kind === 'environment' && latestDeployment) this.#follow(environmentId, latestDeployment);
    const production = row.kind === 'project' && (row as ProjectRow).project.productionState;
    if (production && isDeploymentRunning(production) && !this.#endedIds.has(production.id))
      this.#environmentIds.set(production.id, production.environmentId);
  }

  /** Checks the followed deployments that have ended according to these projects. */
  handleProjects(projects: readonly Pick<Project, 'productionState'>[]): void {
    for (const { productionState: latest } of projects)
      if (latest && !isDeploymentRunning(latest) && this.#environmentIds.has(latest.id))
        void this.#tracker.check(latest.id, this.#connectionAbort.signal).catch(() => undefined);
  }

  /** Whether a known deployment of the environment is running. */
  isDeploying(environmentId: string): boolean {
    return [...this.#environmentIds.values()].includes(environmentId);
  }

  /**
   * Follows the running deployments of an environment, and refreshes its rows if they show another latest deployment.
   * `deployments`: newest first.
   */
  async handleDeployments(environmentId: string, deployments: readonly Deployment[]): Promise<void> {
    for (const one of deployments) this.#follow(environmentId, one);
    const [latest] = deployments;
    if (!latest) return;
    await this.#options.onDidReadDeployment(environmentId, latest);
    const shownDeployments = this.#options.getRows(environmentId).map(getLatestDeployment);
    const fingerprint = getFingerprint(latest);
    if (this.#latestFingerprints.get(environmentId) === fingerprint) return;
    this.#latestFingerprints.set(environmentId, fingerprint);
    const isOutdated =
      // The row of a project can show a deployment that this list reports as ended.
      (!isDeploymentRunning(latest) && this.#environmentIds.has(latest.id)) ||
      shownDeployments.some((one) =>
        one ? getFingerprint(one) !== fingerprint : isDeploymentRunning(latest),
      );
    if (isOutdated) this.#redraw(environmentId, latest);
  }

  /** Sets the latest deployment of an environment after it has started or ended. */
  async setLatest(environmentId: string, latest: Deployment): Promise<void> {
    this.#follow(environmentId, latest);
    this.#latestFingerprints.set(environmentId, getFingerprint(latest));
    await this.#options.onDidReadDeployment(environmentId, latest);
    this.#redraw(environmentId, latest);
  }

  /** Follows a deployment that this editor started, and notifies the user when it ends. */
  async followStarted(target: EnvironmentRef, deployment: Deployment): Promise<void> {
    if (isDeploymentRunning(deployment)) {
      const until = this.#options.now() + maxTrackingMs;
      await this.#tracker.start({ deploymentId: deployment.id, target, until });
    }
    await this.setLatest(target.environmentId, deployment);
  }

  /** Follows the deployments that this editor started before the window was reloaded. */
  resumeFollowing(): void {
    for (const { deploymentId: id, target, until } of this.#tracker.listPending()) {
      if (until <= this.#options.now()) void this.#tracker.remove(id);
      else this.#follow(target.environmentId, { id, status: 'ongoing' });
    }
  }

  #follow(environmentId: string, deployment: Pick<Deployment, 'id' | 'status'>): void {
    const { id } = deployment;
    if (!isDeploymentRunning(deployment) || this.#endedIds.has(id)) return;
    this.#environmentIds.set(id, environmentId);
    this.#tracker.track(id);
  }

  async #checkNow(watch: DeploymentEndListener): Promise<void> {
    const { baseUrl, deploymentId } = watch;
    const { signal } = this.#connectionAbort;
    if (this.#options.connection.baseUrl !== baseUrl) return;
    const isDone = await this.#tracker.check(deploymentId, signal).catch(() => false);
    if (!isDone && !signal.aborted && this.#watches.has(watch)) this.#tracker.track(deploymentId);
  }

  /**
   * Returns the environment of a deployment: from the deployment that this editor started, or from the row of the
   * environment. Returns `undefined` if only the row of its project shows the deployment.
   */
  #findEnvironment(id: string, environmentId: string): EnvironmentRef | undefined {
    const [row] = this.#options.getRows(environmentId);
    return this.#tracker.get(id)?.target ?? (row && toEnvironmentRef(row as EnvironmentRowWithDeployment));
  }

  #getWatches(id: string): readonly DeploymentEndListener[] {
    const { baseUrl } = this.#options.connection;
    return [...this.#watches].filter((watch) => watch.deploymentId === id && watch.baseUrl === baseUrl);
  }

  async #handleRead(
    id: string,
    end: TrackingEnd | undefined,
    deployment: Deployment | undefined,
  ): Promise<boolean> {
    // Rows and pages can still follow the deployment.
    if (end === undefined || end === 'late' || end === 'refused') return false;
    const environmentId = this.#environmentIds.get(id);
    this.#endedIds.add(id);
    this.#environmentIds.delete(id);
    for (const watch of this.#getWatches(id)) {
      this.#watches.delete(watch);
      watch.onDidEnd(deployment);
    }
    // The deployment wasn't running before, so the rows are up to date.
    if (environmentId === undefined) return true;
    const environment = this.#findEnvironment(id, environmentId);
    if (environment && deployment?.status === 'deployed') this.#options.onDidDeploy(environment, deployment);
    if (deployment) await this.setLatest(environmentId, deployment);
    else this.#redraw(environmentId, undefined);
    return true;
  }

  /**
   * Redraws the rows of an environment. If production or a failure is involved, or the environment has no row, the whole
   * tree is refreshed, because the rows of projects show these too. A failure counts even if only the rows of the
   * environment show it so far.
   */
  #redraw(environmentId: string, latest: Deployment | undefined): void {
    const { getRows, refreshTree, refreshParent } = this.#options;
    const rows = getRows(environmentId);
    const affectsProject = rows.some(
      (row) => isProduction(row) || getLatestDeployment(row)?.status === 'failed',
    );
    if (rows.length === 0 || affectsProject || latest?.status === 'failed') refreshTree();
    else for (const row of rows) refreshParent(row);
  }
}

function isProduction(row: Node): boolean {
  return (row as EnvironmentRowWithDeployment).isProduction === true;
}

function getLatestDeployment(row: Node): Deployment | undefined {
  const { latestDeployment } = row as EnvironmentRowWithDeployment;
  return getStringArgument(row, 'environmentId') === undefined ? undefined : latestDeployment;
}

function getFingerprint({ id, status }: Deployment): string {
  return JSON.stringify([id, status]);
}
