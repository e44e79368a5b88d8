import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { FeatureContext, Services } from '../context.ts';
import { formatDeploymentAge } from '../domain/deploymentText.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { LastDeployment } from '../domain/environmentSummary.ts';
import { truncateText } from '../domain/plainText.ts';
import { Disposable } from '../editor/disposable.ts';

interface FailedDeploymentOptions {
  readonly poller: FeatureContext['poller'];
  readonly getTarget: () => EnvironmentRef;
  /** Reads the latest deployment. Must not send requests to another service than that of the environment. */
  readonly readLatest: (signal: AbortSignal) => ReturnType<Services['getLastDeployment']>;
  readonly isVisible: () => boolean;
  readonly onDidChange: () => void;
}

/** Interval at which the age in the text is updated. */
const redrawIntervalMs = 60_000;
const maxSubjectLength = 80;

/** The failure of an environment's latest deployment, because of which the environment runs an older one. */
export class FailedDeployment extends Disposable {
  readonly #options: FailedDeploymentOptions;
  readonly #abort = new AbortController();
  #latest: Exclude<LastDeployment, string> | undefined;
  #isLoading = false;
  #redrawTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: FailedDeploymentOptions) {
    super();
    this.#options = options;
    this.register({ dispose: () => this.#abort.abort() });
    this.register({ dispose: () => clearInterval(this.#redrawTimer) });
  }

  /** The ID of the failed deployment, or `undefined` if the latest deployment didn't fail. */
  get id(): string | undefined {
    return this.#latest?.deployment.id;
  }

  /** The text about the failure and the deployment that is running. `undefined` if the latest one didn't fail. */
  get text(): string | undefined {
    if (!this.#latest) return undefined;
    const { deployment, current } = this.#latest;
    const age = formatDeploymentAge(deployment, vscode.env.language, 'long');
    return [
      age === undefined
        ? vscode.l10n.t('Latest deployment failed.')
        : vscode.l10n.t('Latest deployment failed {0}.', age),
      current === undefined
        ? vscode.l10n.t('No deployment is running.')
        : vscode.l10n.t(
            'Still serving the previous deployment: {0}.',
            truncateText(current.subject, maxSubjectLength),
          ),
    ].join(' ');
  }

  /** Reads the latest deployment. Keeps the last known one if that fails, because the page has logs without it. */
  async load(): Promise<void> {
    if (this.#isLoading || this.isDisposed) return;
    this.#isLoading = true;
    try {
      this.#show(await this.#options.readLatest(this.#abort.signal));
    } catch {
      // The next poll or the next deployment updates it.
    } finally {
      this.#isLoading = false;
    }
  }

  /** Must be called after any feature has read the latest deployment of the environment. */
  onDidReadDeployment({ id, status }: Pick<Deployment, 'id' | 'status'>): void {
    if (status !== 'failed') this.#show('none');
    else if (id !== this.id) void this.load();
  }

  #show(latest: LastDeployment): void {
    const failed = typeof latest === 'object' && latest.deployment.status === 'failed' ? latest : undefined;
    const wasShown = this.#latest !== undefined;
    this.#latest = failed;
    if (!failed && !wasShown) return;
    this.#options.onDidChange();
    clearInterval(this.#redrawTimer);
    if (failed && !this.isDisposed) this.#follow();
  }

  /** Waits for a newer deployment, which can be started outside of this editor. */
  #follow(): void {
    const { poller, isVisible, onDidChange, getTarget } = this.#options;
    this.#redrawTimer = setInterval(onDidChange, redrawIntervalMs);
    const isShown = () => !this.isDisposed && this.#latest !== undefined;
    poller.add({
      key: `failedDeployment ${getTarget().environmentId}`,
      firstDelayMs: 15_000,
      maxDelayMs: 120_000,
      isAwaited: () => isShown() && isVisible(),
      run: async () => {
        if (isShown() && isVisible()) await this.load();
        return !isShown();
      },
    });
  }
}
