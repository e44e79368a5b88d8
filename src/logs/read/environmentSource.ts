import type { Environments } from '../../api/environments.ts';
import type { LogLevel } from '../../api/logEntries.ts';
import type { CallOptions } from '../../api/operation.ts';
import type { Connection } from '../../auth/connection.ts';
import type { RetryWait } from '../../editor/retryWait.ts';
import { type LogSource, latestCount as limit, type ServiceFilter } from './source.ts';
import { inOrderOfTime } from './timeOrder.ts';

/** The editor is connected to another service than the one that has these entries. */
export class OtherServiceError extends Error {
  override readonly name = 'OtherServiceError';
  readonly kind = 'otherService';
}

/** One environment's entries, from the service at `baseUrl` and no other. */
export function environmentSource(
  connection: Pick<Connection, 'baseUrl' | 'client'>,
  baseUrl: string,
  environmentId: string,
  onWait?: RetryWait['begin'],
): LogSource {
  const environments = async (): Promise<Environments> => {
    if (connection.baseUrl !== undefined && connection.baseUrl !== baseUrl) throw new OtherServiceError();
    return (await connection.client()).environments;
  };
  const options = (isSingleTry: boolean, signal: AbortSignal): CallOptions => ({
    signal,
    isSingleTry,
    onWait: (ms) => onWait?.(ms, signal),
  });
  const source = (isSingleTry: boolean): LogSource => ({
    latest: async (filter, signal) =>
      (await environments()).getLatestLogs(
        environmentId,
        { ...checked(filter), limit },
        options(isSingleTry, signal),
      ),
    page: async ({ level, search, ...request }, signal) =>
      (await environments()).getLogs(
        environmentId,
        { ...request, ...checked({ level, search }), limit },
        options(isSingleTry, signal),
      ),
  });
  return inOrderOfTime({ ...source(false), once: source(true) });
}

/** Levels may come from a keybinding as any text: the client checks them and says what is wrong. */
function checked({ level, search }: ServiceFilter): {
  level: LogLevel[] | undefined;
  search: string | undefined;
} {
  return { level: level as LogLevel[] | undefined, search };
}
