import type { DeploymentLogs, Deployments } from '../../api/deployments.ts';
import { ApiError } from '../../api/errors.ts';
import type { Connection } from '../../auth/connection.ts';
import type { RetryWait } from '../../editor/retryWait.ts';
import { OtherServiceError } from './environmentSource.ts';
import type { Ended } from './sessionState.ts';

/** Where a session reads one deployment's log. Rejects with the client's errors. */
export interface DeploymentSource {
  /** E14: the whole log so far. */
  logs(signal: AbortSignal): Promise<DeploymentLogs>;
  /** What became of a deployment whose log has ended, as far as the service says it. */
  result(signal: AbortSignal): Promise<Ended>;
}

/** One deployment's log, from the service at `baseUrl` and no other. */
export function deploymentSource(
  connection: Pick<Connection, 'baseUrl' | 'client'>,
  baseUrl: string,
  deploymentId: string,
  onWait?: RetryWait['begin'],
): DeploymentSource {
  const deployments = async (): Promise<Deployments> => {
    if (connection.baseUrl !== undefined && connection.baseUrl !== baseUrl) throw new OtherServiceError();
    return (await connection.client()).deployments;
  };
  return {
    logs: async (signal) =>
      (await deployments()).getLogs(deploymentId, { signal, onWait: (ms) => onWait?.(ms, signal) }),
    async result(signal) {
      try {
        const { status, startedAt, completedAt } = await (await deployments()).get(deploymentId, { signal });
        // The record may lag behind the log.
        if (status === undefined || status === 'ongoing') return {};
        const durationMs = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '');
        return { status, ...(durationMs >= 0 && { durationMs }) };
      } catch (error) {
        if (error instanceof ApiError && error.unknownPath) return {};
        throw error;
      }
    },
  };
}
