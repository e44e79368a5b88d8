import type * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { isApiError } from '../api/errors.ts';
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

/** A deployment that this editor started. */
interface PendingDeployment {
  readonly deploymentId: string;
  readonly target: EnvironmentRef;
  /** The time to stop following it, in ms since 1970. */
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
  /** Returns the current time in ms since 1970. */
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
  readonly #watcher: CompletionTracker<PendingDeployment>;
  /** IDs of ended deployments. A row with an outdated record doesn't follow them again. */
  readonly #over = new Set<string>();
  /** Environment IDs by the ID of a running deployment. */
  readonly #running = new Map<string, string>();
  /** The latest known deployment by environment ID. The tree is refreshed only if it differs. */
  readonly #latest = new Map<string, string>();
  readonly #watches = new Set<DeploymentEndListener>();
  /** Aborted when the service or the account changes. */
  #connectionAbort = new AbortController();

  constructor(options: DeploymentWatcherOptions) {
    this.#options = options;
    const { connection, poller, now, workspaceState: state } = options;
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
      hasEnded: (deployment) => !isDeploymentRunning(deployment),
      // Before sign-in, 401 doesn't mean that this account can't read the deployment.
      isAccessDenied: (error, id) =>
        isApiError(error, 'forbidden') || (isApiError(error, 'unauthorized') && this.#running.has(id)),
      handleDeployments: (id, end, deployment) => this.#onDidAsk(id, end, deployment),
      notify: ({ target, deploymentId }, end, deployment) => {
        if (end !== 'over') options.notifyTrackingFailure(target, deploymentId, end);
        else if (deployment) options.notifyEnd(target, deployment);
      },
    });
  }

  /**
   * Forgets all deployments after the service or the account has changed. Watches continue when their service is
   * selected again.
   */
  clear(): void {
    this.#over.clear();
    this.#running.clear();
    this.#latest.clear();
    this.#connectionAbort.abort();
    this.#connectionAbort = new AbortController();
    for (const watch of this.#watches) void this.#watch(watch);
  }

  /**
   * Calls `watch.ended` when the deployment has ended. Its record can be updated later than its log. Returns a function
   * that stops watching.
   */
  watch(watch: DeploymentEndListener): () => void {
    this.#watches.add(watch);
    void this.#watch(watch);
    return () => this.#watches.delete(watch);
  }

  /** Follows the deployment of an environment whose row is drawn. */
  followLatestDeployment(row: Node): void {
    const { environmentId, latestDeployment } = row as EnvironmentRowWithDeployment;
    if (row.kind === 'environment' && latestDeployment) this.#follow(environmentId, latestDeployment);
  }

  /** Whether a known deployment of the environment is running. */
  isDeploying(environmentId: string): boolean {
    return [...this.#running.values()].includes(environmentId);
  }

  /** Handles the deployments of an environment that were read, newest first. */
  async onDidRead(environmentId: string, deployments: readonly Deployment[]): Promise<void> {
    for (const one of deployments) this.#follow(environmentId, one);
    const [latest] = deployments;
    if (!latest) return;
    await this.#options.onDidReadDeployment(environmentId, latest);
    const shownDeployments = this.#options.getRows(environmentId).map(getLatestDeployment);
    const fingerprint = getFingerprint(latest);
    if (this.#latest.get(environmentId) === fingerprint) return;
    this.#latest.set(environmentId, fingerprint);
    const isOutdated = shownDeployments.some((one) =>
      one ? getFingerprint(one) !== fingerprint : isDeploymentRunning(latest),
    );
    if (isOutdated) this.#redraw(environmentId, latest);
  }

  /** Sets the latest deployment of an environment after it has started or ended. */
  async setLatest(environmentId: string, latest: Deployment): Promise<void> {
    this.#follow(environmentId, latest);
    this.#latest.set(environmentId, getFingerprint(latest));
    await this.#options.onDidReadDeployment(environmentId, latest);
    this.#redraw(environmentId, latest);
  }

  /** Follows a deployment that this editor started, and notifies the user when it ends. */
  async followStarted(target: EnvironmentRef, deployment: Deployment): Promise<void> {
    if (isDeploymentRunning(deployment)) {
      const until = this.#options.now() + maxTrackingMs;
      await this.#watcher.start({ deploymentId: deployment.id, target, until });
    }
    await this.setLatest(target.environmentId, deployment);
  }

  /** Follows the deployments that this editor started before the window was reloaded. */
  resumeFollowing(): void {
    for (const { deploymentId: id, target, until } of this.#watcher.listPending()) {
      if (until <= this.#options.now()) void this.#watcher.remove(id);
      else this.#follow(target.environmentId, { id, status: 'ongoing', isCurrent: false });
    }
  }

  #follow(environmentId: string, deployment: Deployment): void {
    const { id } = deployment;
    if (!isDeploymentRunning(deployment) || this.#over.has(id)) return;
    this.#running.set(id, environmentId);
    this.#watcher.track(id);
  }

  async #watch(watch: DeploymentEndListener): Promise<void> {
    const { baseUrl, deploymentId } = watch;
    const { signal } = this.#connectionAbort;
    if (this.#options.connection.baseUrl !== baseUrl) return;
    const isDone = await this.#watcher.check(deploymentId, signal).catch(() => false);
    if (!isDone && !signal.aborted && this.#watches.has(watch)) this.#watcher.track(deploymentId);
  }

  /** Returns the environment from the started deployment or from its row. */
  #refOf(id: string, environmentId: string): EnvironmentRef {
    const [row] = this.#options.getRows(environmentId);
    return (
      this.#watcher.get(id)?.target ??
      (row
        ? toEnvironmentRef(row as EnvironmentRowWithDeployment)
        : { environmentId, environmentName: environmentId })
    );
  }

  #watchesOf(id: string): readonly DeploymentEndListener[] {
    const { baseUrl } = this.#options.connection;
    return [...this.#watches].filter((watch) => watch.deploymentId === id && watch.baseUrl === baseUrl);
  }

  async #onDidAsk(
    id: string,
    end: TrackingEnd | undefined,
    deployment: Deployment | undefined,
  ): Promise<boolean> {
    // The rows and the pages continue to follow it.
    if (end === undefined || end === 'late' || end === 'refused') return false;
    const environmentId = this.#running.get(id);
    this.#over.add(id);
    this.#running.delete(id);
    for (const watch of this.#watchesOf(id)) {
      this.#watches.delete(watch);
      watch.onDidEnd(deployment);
    }
    // It had already ended, so the rows are up to date.
    if (environmentId === undefined) return true;
    if (deployment?.status === 'deployed')
      this.#options.onDidDeploy(this.#refOf(id, environmentId), deployment);
    if (deployment) await this.setLatest(environmentId, deployment);
    else this.#redraw(environmentId, undefined);
    return true;
  }

  /**
   * Redraws the rows of an environment. If production or a failure is involved, the whole tree is refreshed, because
   * the rows of projects show these too. The row of the environment can have the failure before the row of its project.
   */
  #redraw(environmentId: string, latest: Deployment | undefined): void {
    const { getRows, refreshTree, refreshParent } = this.#options;
    const rows = getRows(environmentId);
    const affectsProject = rows.some(
      (row) => isProduction(row) || getLatestDeployment(row)?.status === 'failed',
    );
    if (affectsProject || latest?.status === 'failed') refreshTree();
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
