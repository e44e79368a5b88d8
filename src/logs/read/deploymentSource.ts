import type { Deployment, DeploymentLogs } from '../../api/deployments.ts';
import type { Connection } from '../../auth/connection.ts';
import { clientOf } from '../../auth/otherService.ts';
import type { Services } from '../../context.ts';
import type { RetryWait } from '../../editor/retryWait.ts';
import type { Ended } from './sessionState.ts';

/** Where a session reads one deployment's log. Rejects with the client's errors. */
export interface DeploymentSource {
  /** E14: the whole log so far. */
  logs(signal: AbortSignal): Promise<DeploymentLogs>;
  /** Tells once what became of it, as soon as the service says it, if it ever does. Returns what calls that off. */
  watchEnd(ended: (result: Ended) => void): () => void;
}

/** Which deployment, of which service. */
interface Which {
  readonly baseUrl: string;
  readonly deploymentId: string;
}

interface SourceDeps {
  readonly onWait: RetryWait['begin'];
  readonly watchDeployment: Services['watchDeployment'];
}

/** One deployment's log, from its service and no other. */
export function deploymentSource(
  connection: Pick<Connection, 'baseUrl' | 'client'>,
  which: Which,
  { onWait, watchDeployment }: SourceDeps,
): DeploymentSource {
  const { baseUrl, deploymentId } = which;
  return {
    async logs(signal) {
      const { deployments } = await clientOf(connection, baseUrl);
      return deployments.getLogs(deploymentId, { signal, onWait: (ms) => onWait(ms, signal) });
    },
    watchEnd: (ended) =>
      watchDeployment({ ...which, ended: (deployment) => ended(deployment ? endedOf(deployment) : {}) }),
  };
}

function endedOf({ status, startedAt, completedAt }: Deployment): Ended {
  if (status === undefined) return {};
  const durationMs = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '');
  return { status, ...(durationMs >= 0 && { durationMs }) };
}
