import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { ApiError } from '../api/errors.ts';
import { mayHaveSucceeded, type sleep } from '../api/retry.ts';
import { isDeploymentRunning } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { omitUndefined } from '../fields.ts';
import { readDeployments } from './readDeployments.ts';

/** What is known before something is started. */
interface DeploymentContext {
  readonly target: EnvironmentRef;
  /** Absent where the service lists none, or not for this account. */
  readonly deployments?: readonly Deployment[];
}

/**
 * What became of a deployment that was asked for once. `running`: another one is, and none was started. `absent`: the
 * answer was lost, and the service lists no new one. `unknown`: the answer was lost, and nothing tells.
 */
export type StartOutcome =
  | { readonly result: 'started'; readonly deployment: Deployment }
  | { readonly result: 'running'; readonly running: Deployment | undefined }
  | { readonly result: 'refused' | 'absent' | 'unknown'; readonly error: unknown };

interface StartDeps {
  /** Asks for it, once. */
  readonly ask: () => Promise<Deployment>;
  /** The deployments as they are now. `undefined`: the service lists none. */
  readonly read: () => Promise<readonly Deployment[] | undefined>;
  /** Those that were there before. */
  readonly before: readonly Deployment[] | undefined;
  /** Whether what was asked for was cancelled: it may have been started all the same. */
  readonly isCancellation: (error: unknown) => boolean;
  /** What was cut off may be at work a little longer: then it is looked for twice. */
  readonly wait?: typeof sleep;
}

/** ms */
const arrivalDelayMs = 1000;

/** Asks for a deployment once. What isn't certain afterwards is read from the service. Never rejects. */
export async function startDeploymentOnce({
  ask,
  read,
  before,
  isCancellation,
  wait,
}: StartDeps): Promise<StartOutcome> {
  try {
    return { result: 'started', deployment: await ask() };
  } catch (error) {
    const now = () => read().catch(() => undefined);
    if (error instanceof ApiError && error.kind === 'conflict') {
      return { result: 'running', running: (await now())?.find(isDeploymentRunning) };
    }
    if (!isCancellation(error) && !mayHaveSucceeded(error)) return { result: 'refused', error };
    let deployments = await now();
    let deployment = findNewDeployment(deployments, before);
    if (!deployment && before && wait) {
      await wait(arrivalDelayMs, undefined);
      deployments = await now();
      deployment = findNewDeployment(deployments, before);
    }
    if (deployment) return { result: 'started', deployment };
    return { result: deployments && before ? 'absent' : 'unknown', error };
  }
}

/** The deployments, and what the question needs to know: the project, and whether this is production. */
export async function loadDeploymentContext(
  client: Client,
  picked: EnvironmentRef,
  signal: AbortSignal,
): Promise<DeploymentContext> {
  const projectId =
    picked.projectId ??
    (await ignoreForbidden(client.environments.get(picked.environmentId, { signal })))?.projectId;
  const known = { ...picked, ...omitUndefined({ projectId }) };
  if (projectId === undefined) return { target: known };
  const [deployments, target] = await Promise.all([
    ignoreForbidden(readDeployments(client, known, signal)),
    known.isProduction === undefined ? addProjectFacts(client, known, projectId, signal) : known,
  ]);
  return { target, ...omitUndefined({ deployments }) };
}

/** Who may not read may deploy all the same: the service decides on that when it is asked to. */
export async function ignoreForbidden<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'forbidden') return undefined;
    throw error;
  }
}

/** With what its project says of it, where that can be read. */
async function addProjectFacts(
  client: Client,
  target: EnvironmentRef,
  projectId: string,
  signal: AbortSignal,
): Promise<EnvironmentRef> {
  try {
    const { name, productionEnvironment } = await client.projects.get(projectId, { signal });
    return { ...target, projectName: name, isProduction: productionEnvironment?.id === target.environmentId };
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'cancelled') return target;
    throw error;
  }
}

function findNewDeployment(
  now: readonly Deployment[] | undefined,
  before: readonly Deployment[] | undefined,
): Deployment | undefined {
  if (!before) return undefined;
  const known = new Set(before.map(({ id }) => id));
  return now?.find(({ id }) => !known.has(id));
}
