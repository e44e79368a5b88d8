import type { Deployment, DeploymentLogs } from '../../api/deployments.ts';
import { getClientForService } from '../../auth/clientForService.ts';
import type { Connection } from '../../auth/connection.ts';
import type { Services } from '../../context.ts';
import type { RetryCountdown } from '../../editor/retryCountdown.ts';
import type { DeploymentResult } from './sessionStatus.ts';

/** The source of a deployment's log. Its functions reject with the errors of the client. */
export interface DeploymentSource {
  /** Returns the complete log so far (`deployments.getLogs`). */
  readLogs(signal: AbortSignal): Promise<DeploymentLogs>;
  /**
   * Calls `onResult` once, when the deployment has ended. The result is empty if the service doesn't report it. Returns
   * a function that stops waiting.
   */
  watchResult(onResult: (result: DeploymentResult) => void): () => void;
}

interface DeploymentKey {
  readonly baseUrl: string;
  readonly deploymentId: string;
}

interface DeploymentSourceOptions {
  readonly onWait: RetryCountdown['start'];
  readonly watchDeployment: Services['watchDeployment'];
}

/** Creates the source of a deployment's log. Sends requests only to the service at `baseUrl`. */
export function createDeploymentSource(
  connection: Pick<Connection, 'baseUrl' | 'client'>,
  deploymentKey: DeploymentKey,
  { onWait, watchDeployment }: DeploymentSourceOptions,
): DeploymentSource {
  const { baseUrl, deploymentId } = deploymentKey;
  return {
    async readLogs(signal) {
      const { deployments } = await getClientForService(connection, baseUrl);
      return deployments.getLogs(deploymentId, { signal, onWait: (ms) => onWait(ms, signal) });
    },
    watchResult: (onResult) =>
      watchDeployment({
        ...deploymentKey,
        onDidEnd: (deployment) => onResult(deployment ? toDeploymentResult(deployment) : {}),
      }),
  };
}

function toDeploymentResult({ status, startedAt, completedAt }: Deployment): DeploymentResult {
  if (status === undefined) return {};
  const durationMs = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '');
  return { status, ...(durationMs >= 0 && { durationMs }) };
}
