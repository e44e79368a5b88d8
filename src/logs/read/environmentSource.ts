import type { Environments } from '../../api/environments.ts';
import type { LogLevel } from '../../api/logEntries.ts';
import type { CallOptions } from '../../api/operation.ts';
import { getClientForService } from '../../auth/clientForService.ts';
import type { Connection } from '../../auth/connection.ts';
import type { RetryCountdown } from '../../editor/retryCountdown.ts';
import { toAscendingSource } from './ascendingSource.ts';
import { type LogSource, maxPageEntries as limit, type ServiceFilter } from './logSource.ts';

/** Creates the source of an environment's log entries. Sends requests only to the service at `baseUrl`. */
export function createEnvironmentSource(
  connection: Pick<Connection, 'baseUrl' | 'client'>,
  baseUrl: string,
  environmentId: string,
  onWait?: RetryCountdown['start'],
): LogSource {
  const getEnvironments = async (): Promise<Environments> => {
    return (await getClientForService(connection, baseUrl)).environments;
  };
  const createOptions = (isSingleTry: boolean, signal: AbortSignal): CallOptions => ({
    signal,
    isSingleTry,
    onWait: (ms) => onWait?.(ms, signal),
  });
  const createSource = (isSingleTry: boolean): LogSource => ({
    readLatest: async (filter, signal) =>
      (await getEnvironments()).getLatestLogs(
        environmentId,
        { ...toRequestFilter(filter), limit },
        createOptions(isSingleTry, signal),
      ),
    readPage: async ({ level, search, ...request }, signal) =>
      (await getEnvironments()).getLogs(
        environmentId,
        { ...request, ...toRequestFilter({ level, search }), limit },
        createOptions(isSingleTry, signal),
      ),
  });
  return toAscendingSource({ ...createSource(false), withoutRetries: createSource(true) });
}

/**
 * Converts a filter to parameters of the client. Levels from keybindings can have any value, so the client validates
 * them.
 */
function toRequestFilter({ level, search }: ServiceFilter): {
  level: LogLevel[] | undefined;
  search: string | undefined;
} {
  return { level: level as LogLevel[] | undefined, search };
}
