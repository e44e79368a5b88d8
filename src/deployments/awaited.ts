import type { Deployment } from '../api/deployments.ts';
import { isApiError } from '../api/errors.ts';
import type { Target } from '../explorer/target.ts';

/** For so long somebody waits for the end of a deployment, in ms. */
export const longestAwaitedMs = 30 * 60_000;

/** Why its end will not be told: it takes too long, the service has it no more, or does not tell this account. */
export type GivenUp = 'late' | 'gone' | 'refused';

interface AwaitedDeps {
  /** ms; never goes back. */
  readonly now: () => number;
  readonly tellEnd: (target: Target, deployment: Deployment) => void;
  readonly tellGivenUp: (target: Target, deploymentId: string, why: GivenUp) => void;
}

/** The deployments that were started here. Whatever view is shown, each is followed until somebody was told of its end. */
export class Awaited {
  readonly #deps: AwaitedDeps;
  /** By the id of the deployment. */
  readonly #all = new Map<string, { readonly target: Target; readonly until: number }>();

  constructor(deps: AwaitedDeps) {
    this.#deps = deps;
  }

  /** Another service, or another account. */
  clear(): void {
    this.#all.clear();
  }

  add(target: Target, deploymentId: string): void {
    this.#all.set(deploymentId, { target, until: this.#deps.now() + longestAwaitedMs });
  }

  has(deploymentId: string): boolean {
    return this.#all.has(deploymentId);
  }

  ended(deployment: Deployment): void {
    const target = this.#take(deployment.id);
    if (target) this.#deps.tellEnd(target, deployment);
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
    if (target) this.#deps.tellGivenUp(target, deploymentId, why);
  }

  #take(deploymentId: string): Target | undefined {
    const target = this.#all.get(deploymentId)?.target;
    this.#all.delete(deploymentId);
    return target;
  }
}
