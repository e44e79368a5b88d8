import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { ApiError } from '../api/errors.ts';
import { sortNewestFirst } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';

// An ID that no deployment has. The type of the error shows whether the service supports deployments.
const unusedDeploymentId = '00000000-0000-0000-0000-000000000000';

/**
 * Whether the service supports deployments (`deployments.get`). If it does, it reports that the deployment doesn't
 * exist.
 */
export async function supportsDeployments(client: Client, signal: AbortSignal): Promise<boolean> {
  try {
    await client.deployments.get(unusedDeploymentId, { signal });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'canceled') throw error;
    return !error.isUnsupportedOperation;
  }
}

/**
 * Returns the deployments of an environment, newest first (`deployments.list`), or `undefined` if the service can't
 * list them.
 */
export async function readDeployments(
  client: Client,
  target: EnvironmentRef,
  signal: AbortSignal,
): Promise<readonly Deployment[] | undefined> {
  const { environmentId } = target;
  const projectId = target.projectId ?? (await client.environments.get(environmentId, { signal })).projectId;
  if (projectId === undefined) return undefined;
  try {
    return sortNewestFirst(await client.deployments.list(projectId, { environmentId }, { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.isUnsupportedOperation) return undefined;
    throw error;
  }
}
