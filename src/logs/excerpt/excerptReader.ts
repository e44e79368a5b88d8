import type { FeatureContext } from '../../context.ts';
import type { LogExcerptQuery, LogExcerptReader, LogOwner, LogReading } from '../../domain/logExcerpt.ts';
import { InputError } from '../../editor/userError.ts';
import { createSecretMask } from '../export/secretMask.ts';
import { describeTimeError } from '../rangeTexts.ts';
import { toLogEntry } from '../read/deploymentSession.ts';
import { createEnvironmentSource } from '../read/environmentSource.ts';
import { createServiceFilter } from '../read/logSource.ts';
import { LogStore } from '../store/logStore.ts';
import { parseRangeArguments, type TimeRange } from '../timeRange.ts';
import { createLogReading } from './createLogReading.ts';
import { readNewestEntries } from './readNewestEntries.ts';

/** Creates the reader of logs for chat agents. */
export function createExcerptReader({ connection }: Pick<FeatureContext, 'connection'>): LogExcerptReader {
  const mask = (text: string): string => createSecretMask(connection.knownSecrets)(text);
  const readDeployment = async (deploymentId: string, signal: AbortSignal): Promise<LogReading> => {
    const { deployments } = await connection.client();
    const { logs } = await deployments.getLogs(deploymentId, { signal });
    const store = new LogStore(Date.now);
    store.append(logs.map(toLogEntry));
    return createLogReading({ store, slots: store.order, hasOlder: false, mask });
  };
  const readEnvironment = async (
    environmentId: string,
    query: LogExcerptQuery,
    signal: AbortSignal,
  ): Promise<LogReading> => {
    const range = parseRange(query);
    const source = createEnvironmentSource(connection, connection.baseUrl ?? '', environmentId);
    const store = new LogStore(Date.now);
    const filter = createServiceFilter(query.levels, query.text?.trim());
    const { requestId } = query;
    const { since, hasOlder } = await readNewestEntries(
      source,
      store,
      { range, filter, requestId },
      Date.now(),
      signal,
    );
    const { times, requestCodes, requestIds } = store.columns;
    const code = requestId === undefined ? undefined : (requestIds.findCode(requestId) ?? -1);
    const slots = store.order.filter(
      (slot) => (times[slot] ?? 0) >= since && (code === undefined || requestCodes[slot] === code),
    );
    return createLogReading({ store, slots, hasOlder, mask });
  };
  return {
    read: (owner: LogOwner, query, signal) =>
      'deploymentId' in owner
        ? readDeployment(owner.deploymentId, signal)
        : readEnvironment(owner.environmentId, query, signal),
    mask,
  };
}

function parseRange({ since, until }: LogExcerptQuery): TimeRange {
  const parsed = parseRangeArguments(since, until, { now: Date.now(), zone: 'UTC' });
  if (!parsed.ok) throw new InputError(describeTimeError(parsed.rule), { isPermanent: true });
  return parsed.value;
}
