import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { getDeploymentDuration } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { LastDeployment } from '../domain/environmentSummary.ts';
import { deploymentSubject, shortCommit } from './commit.ts';
import type { DeploymentWatcher } from './deploymentWatcher.ts';
import { toWebUrl } from './nodes.ts';
import { readDeployments } from './readDeployments.ts';
import { formatDeploymentDuration } from './texts.ts';

/**
 * Returns the newest deployment of an environment (`deployments.list`). `known`: the record from the project, used if
 * the service can't list deployments. `unlisted`: there is no record either.
 */
export async function loadLastDeployment(
  target: EnvironmentRef,
  known: Deployment | undefined,
  signal: AbortSignal,
  client: Client,
  watcher: DeploymentWatcher,
): Promise<LastDeployment> {
  const list = await readDeployments(client, target, signal);
  if (list && !signal.aborted) await watcher.onDidRead(target.environmentId, list);
  const latest = list ? list[0] : known;
  if (!latest) return list ? 'none' : 'unlisted';
  const took = getDeploymentDuration(latest);
  return {
    deployment: latest,
    subject: deploymentSubject(latest),
    commit: shortCommit(latest.sourceCommitId),
    duration: took === undefined ? undefined : formatDeploymentDuration(took),
    pageUrl: toWebUrl(latest.deploymentPageUrl),
  };
}
