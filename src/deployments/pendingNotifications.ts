import type * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { isApiError } from '../api/errors.ts';
import type { EnvironmentRef } from '../domain/environment.ts';

/** For so long somebody waits for the end of a deployment, in ms. */
export const longestAwaitedMs = 30 * 60_000;

/** Why its end will not be told: it takes too long, the service has it no more, or does not tell this account. */
export type GivenUp = 'late' | 'gone' | 'refused';

/** A deployment whose end somebody is to be told. */
export interface Wait {
  readonly deploymentId: string;
  readonly target: EnvironmentRef;
  /** ms since 1970 */
  readonly until: number;
}

interface AwaitedDeps {
  /** Of the window: what was started in it is told in it, also when it was loaded again meanwhile. */
  readonly state: vscode.Memento;
  /** The service. */
  readonly baseUrl: () => string | undefined;
  /** ms since 1970 */
  readonly now: () => number;
  readonly notifyEnd: (target: EnvironmentRef, deployment: Deployment) => void;
  readonly notifyGivenUp: (target: EnvironmentRef, deploymentId: string, why: GivenUp) => void;
}

/** The deployments that were started here. Whatever view is shown, each is followed until somebody was told of its end. */
export class PendingNotifications {
  readonly #deps: AwaitedDeps;
  /** By the id of the deployment; those of this service. */
  readonly #all = new Map<string, Wait>();

  constructor(deps: AwaitedDeps) {
    this.#deps = deps;
  }

  /** Another service, or another account. What was started there is known when it is chosen again. */
  clear(): void {
    this.#all.clear();
  }

  /** Those of this service that are still waited for, from before the window was loaded again. */
  restore(): readonly Wait[] {
    for (const wait of this.#kept()) this.#all.set(wait.deploymentId, wait);
    return [...this.#all.values()];
  }

  add(target: EnvironmentRef, deploymentId: string): void {
    const until = this.#deps.now() + longestAwaitedMs;
    this.#all.set(deploymentId, { deploymentId, target, until });
    this.#keep();
  }

  has(deploymentId: string): boolean {
    return this.#all.has(deploymentId);
  }

  ended(deployment: Deployment): void {
    const target = this.#take(deployment.id);
    if (target) this.#deps.notifyEnd(target, deployment);
  }

  gone(deploymentId: string): void {
    this.#giveUp(deploymentId, 'gone');
  }

  /** It was asked for, and runs; or, with an error, nothing was found out. */
  asked(deploymentId: string, error?: unknown): void {
    const isRefused = isApiError(error, 'unauthorized') || isApiError(error, 'forbidden');
    if (isRefused) this.#giveUp(deploymentId, 'refused');
    else if (this.#deps.now() >= (this.#all.get(deploymentId)?.until ?? Number.POSITIVE_INFINITY)) {
      this.#giveUp(deploymentId, 'late');
    }
  }

  #giveUp(deploymentId: string, why: GivenUp): void {
    const target = this.#take(deploymentId);
    if (target) this.#deps.notifyGivenUp(target, deploymentId, why);
  }

  #take(deploymentId: string): EnvironmentRef | undefined {
    const target = this.#all.get(deploymentId)?.target;
    if (this.#all.delete(deploymentId)) this.#keep();
    return target;
  }

  #kept(): readonly Wait[] {
    const { state, now } = this.#deps;
    return state.get<readonly Wait[]>(this.#key(), []).filter(({ until }) => until > now());
  }

  #keep(): void {
    const all = [...this.#all.values()];
    void this.#deps.state.update(this.#key(), all.length > 0 ? all : undefined);
  }

  #key(): string {
    return `awaitedDeployments ${this.#deps.baseUrl()}`;
  }
}
