import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { getDeploymentDuration } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { LastDeployment } from '../domain/environmentSummary.ts';
import { getDeploymentSubject, shortenCommitId } from './commit.ts';
import type { DeploymentWatcher } from './deploymentWatcher.ts';
import { toWebUrl } from './nodes.ts';
import { readDeployments } from './readDeployments.ts';
import { formatDeploymentDuration } from './texts.ts';

/**
 * Returns the newest deployment of an environment (`deployments.list`). `recordedDeployment`: the record from the
 * project, used if the service can't list deployments. Returns `unlisted` if there is no record either.
 */
export async function loadLastDeployment(
  target: EnvironmentRef,
  recordedDeployment: Deployment | undefined,
  signal: AbortSignal,
  client: Client,
  watcher: DeploymentWatcher,
): Promise<LastDeployment> {
  const deployments = await readDeployments(client, target, signal);
  if (deployments && !signal.aborted) await watcher.handleDeployments(target.environmentId, deployments);
  const latest = deployments ? deployments[0] : recordedDeployment;
  if (!latest) return deployments ? 'none' : 'unlisted';
  const durationMs = getDeploymentDuration(latest);
  const current = deployments?.find(({ isCurrent }) => isCurrent);
  return {
    deployment: latest,
    subject: getDeploymentSubject(latest),
    current: current && { subject: getDeploymentSubject(current) },
    commit: shortenCommitId(latest.sourceCommitId),
    duration: durationMs === undefined ? undefined : formatDeploymentDuration(durationMs),
    pageUrl: toWebUrl(latest.deploymentPageUrl),
  };
}
