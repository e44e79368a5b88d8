import { formatTime } from './clock.ts';
import { createDeploymentScript } from './deploymentScript.ts';
import type { Deployment, Environment, UploadedSource, World } from './model.ts';

export const deploymentStatuses = ['ongoing', 'deployed', 'failed', 'canceled'] as const;

/** Returns the status of a deployment at the current time. */
export function computeStatus(world: World, deployment: Deployment): (typeof deploymentStatuses)[number] {
  const isOver = world.clock.now() >= deployment.startedAt + deployment.durationMs;
  return isOver ? deployment.outcome : 'ongoing';
}

/** Returns the deployments of an environment, newest first. */
export function findDeployments(world: World, environmentId: string): Deployment[] {
  return (world.environments.get(environmentId)?.deploymentIds ?? [])
    .flatMap((id) => world.deployments.get(id) ?? [])
    .sort((a, b) => b.startedAt - a.startedAt);
}

/** Describes a deployment in the format of a response. */
export function describeDeployment(world: World, deployment: Deployment) {
  const { environmentId, outcome: _outcome, durationMs, startedAt, uploaded: _, ...source } = deployment;
  const status = computeStatus(world, deployment);
  const current = findDeployments(world, environmentId).find(
    (each) => computeStatus(world, each) === 'deployed',
  );
  return {
    ...source,
    status,
    startedAt: formatTime(startedAt),
    completedAt: status === 'ongoing' ? null : formatTime(startedAt + durationMs),
    environmentId,
    environmentName: world.environments.get(environmentId)?.name ?? '',
    isCurrent: current?.id === deployment.id,
    deploymentPageUrl: `https://console.example.com/deployments/${encodeURIComponent(deployment.id)}`,
  };
}

/**
 * Describes the newest deployment of an environment in the short format of the project list. Returns `null`
 * if there is none.
 */
export function describeLatestDeployment(world: World, environmentId: string) {
  const latest = findDeployments(world, environmentId)[0];
  if (!latest) return null;
  const { id, status, sourceCommitId, sourceCommitMessage, completedAt } = describeDeployment(world, latest);
  return { id, status, sourceCommitId, sourceCommitMessage, completedAt };
}

/** Returns the log lines written so far (`deployments.getLogs`). */
export function readDeploymentLogs(world: World, deployment: Deployment) {
  const elapsedMs = world.clock.now() - deployment.startedAt;
  const projectId = world.environments.get(deployment.environmentId)?.projectId ?? '';
  const runtime = world.projects.get(projectId)?.runtime ?? 'node24';
  const logs = createDeploymentScript(deployment, runtime)
    .map(({ share, isDated = true, content }) => ({ atMs: share * deployment.durationMs, isDated, content }))
    .filter(({ atMs }) => atMs <= elapsedMs)
    .map(({ atMs, isDated, content }) => ({
      ...(isDated && { timestamp: formatTime(deployment.startedAt + atMs) }),
      ...(content !== undefined && { content }),
    }));
  return { logs, hasMoreLogs: computeStatus(world, deployment) === 'ongoing' };
}

/** Starts a deployment that takes half a minute. The caller has checked that none is running. */
export function startDeployment(
  world: World,
  environment: Environment,
  uploaded?: UploadedSource,
): Deployment {
  const id = world.newId('dpl');
  const deployment: Deployment = {
    id,
    environmentId: environment.id,
    startedAt: world.clock.now(),
    durationMs: 30_000,
    outcome: uploaded?.archive.problem === undefined ? 'deployed' : 'failed',
    sourceRef: uploaded ? null : (environment.sourceBranch ?? 'main'),
    sourceCommitId: uploaded ? null : Buffer.from(id).toString('hex').slice(0, 40),
    sourceCommitMessage: uploaded ? null : 'Deployed by hand',
    ...(uploaded && { uploaded }),
    authorUsername: 'octo-dev',
    authorAvatarUrl: null,
  };
  world.deployments.set(id, deployment);
  environment.deploymentIds.push(id);
  return deployment;
}
