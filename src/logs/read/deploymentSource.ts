import type { Deployment, DeploymentLogs } from '../../api/deployments.ts';
import { getClientForService } from '../../auth/clientForService.ts';
import type { Connection } from '../../auth/connection.ts';
import type { Services } from '../../context.ts';
import type { RetryCountdown } from '../../editor/retryCountdown.ts';
import type { DeploymentResult } from './sessionState.ts';

/** Where a session reads one deployment's log. Rejects with the client's errors. */
export interface DeploymentSource {
  /** E14: the whole log so far. */
  readLogs(signal: AbortSignal): Promise<DeploymentLogs>;
  /** Tells once what became of it, as soon as the service says it, if it ever does. Returns what calls that off. */
  watchResult(ended: (result: DeploymentResult) => void): () => void;
}

/** Which deployment, of which service. */
interface DeploymentKey {
  readonly baseUrl: string;
  readonly deploymentId: string;
}

interface SourceDeps {
  readonly onWait: RetryCountdown['start'];
  readonly watchDeployment: Services['watchDeployment'];
}

/** One deployment's log, from its service and no other. */
export function createDeploymentSource(
  connection: Pick<Connection, 'baseUrl' | 'client'>,
  which: DeploymentKey,
  { onWait, watchDeployment }: SourceDeps,
): DeploymentSource {
  const { baseUrl, deploymentId } = which;
  return {
    async readLogs(signal) {
      const { deployments } = await getClientForService(connection, baseUrl);
      return deployments.getLogs(deploymentId, { signal, onWait: (ms) => onWait(ms, signal) });
    },
    watchResult: (ended) =>
      watchDeployment({
        ...which,
        onDidEnd: (deployment) => ended(deployment ? toDeploymentResult(deployment) : {}),
      }),
  };
}

function toDeploymentResult({ status, startedAt, completedAt }: Deployment): DeploymentResult {
  if (status === undefined) return {};
  const durationMs = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '');
  return { status, ...(durationMs >= 0 && { durationMs }) };
}
