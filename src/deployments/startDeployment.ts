import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { ApiError, isApiError } from '../api/errors.ts';
import { type ChangeSearch, inFlightMs, searchChange, sendOnce } from '../api/sendOnce.ts';
import { isDeploymentRunning } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { omitUndefined } from '../fields.ts';
import { readDeployments } from './readDeployments.ts';

/** The environment and its deployments before a new one is started. */
interface DeploymentContext {
  readonly target: EnvironmentRef;
  /** Absent if the service can't list deployments, or not for this account. */
  readonly deployments?: readonly Deployment[];
}

/**
 * The outcome of a deployment request that was sent once. `running`: none was started because another one is running.
 * `notStarted`: the service rejected the request or never received it. `notFound`: the response was lost, and the
 * service lists no new deployment. `unknown`: the response was lost, and the deployments can't be compared.
 */
export type StartOutcome =
  | { readonly result: 'started'; readonly deployment: Deployment }
  | { readonly result: 'running'; readonly running: Deployment | undefined }
  | { readonly result: 'notStarted' | 'notFound' | 'unknown'; readonly error: unknown };

interface StartRequest {
  readonly send: () => Promise<Deployment>;
  /** Reads the current deployments. Returns `undefined` if the service can't list them. */
  readonly listDeployments: () => Promise<readonly Deployment[] | undefined>;
  /** The deployments before the request. */
  readonly deploymentsBefore: readonly Deployment[] | undefined;
  /** Whether an error means that the user canceled. The deployment might have been started. */
  readonly isCancellation: (error: unknown) => boolean;
  /**
   * Waits before a second check, because the service can still be processing the request. Absent for a single check.
   */
  readonly sleep?: ChangeSearch<Deployment>['sleep'];
}

/**
 * Sends a deployment request once. If the outcome is uncertain, the deployments are read and compared. Never rejects.
 */
export async function startDeploymentOnce(request: StartRequest): Promise<StartOutcome> {
  const { send, listDeployments, deploymentsBefore, isCancellation, sleep } = request;
  const search: ChangeSearch<Deployment> = {
    findChange: async () => {
      const deployments = await listDeployments();
      if (!deployments || !deploymentsBefore) throw new Error("The deployments can't be compared.");
      return findNewDeployment(deployments, deploymentsBefore);
    },
    delaysMs: deploymentsBefore && sleep ? [0, inFlightMs] : [0],
    sleep,
  };
  const outcome = await sendOnce({ send, ...search }).catch(async (error: unknown) =>
    isCancellation(error) ? searchChange(error, search) : { kind: 'notDone' as const, error },
  );
  if ('value' in outcome) return { result: 'started', deployment: outcome.value };
  const { kind, error } = outcome;
  if (isApiError(error, 'conflict')) {
    const deployments = await listDeployments().catch(() => undefined);
    return { result: 'running', running: deployments?.find(isDeploymentRunning) };
  }
  return { result: kind === 'notDone' ? 'notStarted' : kind, error };
}

/** Reads the deployments, the project, and whether the environment is production. */
export async function loadDeploymentContext(
  client: Client,
  environment: EnvironmentRef,
  signal: AbortSignal,
): Promise<DeploymentContext> {
  const projectId =
    environment.projectId ??
    (await ignoreForbidden(client.environments.get(environment.environmentId, { signal })))?.projectId;
  const knownTarget = { ...environment, ...omitUndefined({ projectId }) };
  if (projectId === undefined) return { target: knownTarget };
  const [deployments, target] = await Promise.all([
    ignoreForbidden(readDeployments(client, knownTarget, signal)),
    knownTarget.isProduction === undefined
      ? addProjectFields(client, knownTarget, projectId, signal)
      : knownTarget,
  ]);
  return { target, ...omitUndefined({ deployments }) };
}

/**
 * Returns the result of a read, or `undefined` if the account doesn't have permission for it. The account might still
 * have permission to deploy, which the service decides.
 */
export async function ignoreForbidden<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'forbidden') return undefined;
    throw error;
  }
}

/** Adds the name of the project and whether the environment is production, if the project can be read. */
async function addProjectFields(
  client: Client,
  target: EnvironmentRef,
  projectId: string,
  signal: AbortSignal,
): Promise<EnvironmentRef> {
  try {
    const { name, productionEnvironment } = await client.projects.get(projectId, { signal });
    return { ...target, projectName: name, isProduction: productionEnvironment?.id === target.environmentId };
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'canceled') return target;
    throw error;
  }
}

function findNewDeployment(
  deployments: readonly Deployment[],
  deploymentsBefore: readonly Deployment[],
): Deployment | undefined {
  const idsBefore = new Set(deploymentsBefore.map(({ id }) => id));
  return deployments.find(({ id }) => !idsBefore.has(id));
}
