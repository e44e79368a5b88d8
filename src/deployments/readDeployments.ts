import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { ApiError } from '../api/errors.ts';
import { sortNewestFirst } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';

// An id that no deployment has; what matters is who says so.
const unusedDeploymentId = '00000000-0000-0000-0000-000000000000';

/** Whether the service knows deployments at all: then it says itself that it has no such one. */
export async function supportsDeployments(client: Client, signal: AbortSignal): Promise<boolean> {
  try {
    await client.deployments.get(unusedDeploymentId, { signal });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'cancelled') throw error;
    return !error.unknownPath;
  }
}

/** The deployments of an environment, newest first. `undefined`: the service lists none. */
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
    if (error instanceof ApiError && error.unknownPath) return undefined;
    throw error;
  }
}
