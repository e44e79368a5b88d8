import type { Client } from '../api/client.ts';
import type { Deployment } from '../api/deployments.ts';
import { durationOf } from '../domain/deployment.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { shortCommit, subjectOf } from './commit.ts';
import { webAddress } from './nodes.ts';
import { readDeployments } from './read.ts';
import { lengthText } from './words.ts';

/** A deployment, and what is said of it in words. */
export interface DeploymentFacts {
  readonly deployment: Deployment;
  readonly subject: string;
  readonly commit?: string | undefined;
  readonly took?: string | undefined;
  readonly pageUrl?: string | undefined;
}

interface FactsDeps {
  readonly client: Client;
  readonly saw: (environmentId: string, deployments: readonly Deployment[]) => Promise<void>;
}

/** The newest one. `known`: what a project says of it, for a service that lists none; `unlisted`: nobody says. */
export async function lastDeployment(
  target: EnvironmentRef,
  known: Deployment | undefined,
  signal: AbortSignal,
  { client, saw }: FactsDeps,
): Promise<DeploymentFacts | 'none' | 'unlisted'> {
  const list = await readDeployments(client, target, signal);
  if (list && !signal.aborted) await saw(target.environmentId, list);
  const latest = list ? list[0] : known;
  if (!latest) return list ? 'none' : 'unlisted';
  const took = durationOf(latest);
  return {
    deployment: latest,
    subject: subjectOf(latest),
    commit: shortCommit(latest.sourceCommitId),
    took: took === undefined ? undefined : lengthText(took),
    pageUrl: webAddress(latest.deploymentPageUrl),
  };
}
