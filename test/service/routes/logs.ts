import { z } from 'zod';
import { queryInteger } from '../input.ts';
import { logLevels } from '../logs/logEntry.ts';
import { readPageToken, writePageToken } from '../logs/pageToken.ts';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { invalidInput } from '../serviceError.ts';
import { readTime } from '../timeText.ts';
import { hashText } from '../world/random.ts';
import { findEnvironment } from './find.ts';

const filterFields = {
  level: z.array(z.enum(logLevels)).optional(),
  search: z.string().optional(),
};

const logsQuery = z.object({
  ...filterFields,
  limit: queryInteger(1, 1000).optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  nextToken: z.string().optional(),
});

const latestLogsQuery = z.object({ ...filterFields, limit: queryInteger(1, 1000).optional() });

/** The handlers of logs. */
export const logRoutes = {
  'environments.getLogs': getLogs,
  'environments.getLatestLogs': getLatestLogs,
} satisfies OperationHandlers;

function getLatestLogs({ world, param, query }: OperationRequest) {
  const { limit = 100, level: levels, search } = query(latestLogsQuery);
  const { id } = findEnvironment(world, param('environmentId'));
  return { logs: world.logs.get(id).latest(limit, { levels, search }) };
}

function getLogs({ world, param, query }: OperationRequest) {
  const { limit = 1000, level: levels, search, since, until, nextToken } = query(logsQuery);
  const { id } = findEnvironment(world, param('environmentId'));
  const queryHash = hashText(JSON.stringify([id, levels, search, since, until]));
  const token = nextToken === undefined ? undefined : readPageToken(nextToken);
  if (nextToken !== undefined && token?.asked !== queryHash) {
    throw invalidInput([{ path: ['nextToken'], message: 'Not a token of this query' }]);
  }

  const now = world.clock.now();
  const from = token?.since ?? parseTime('since', since, now) ?? Number.MIN_SAFE_INTEGER;
  const to = token?.until ?? parseTime('until', until, now) ?? Number.MAX_SAFE_INTEGER;
  const offset = token?.offset ?? 0;
  const filter = { levels, search };
  const { entries, isLast } = world.logs.get(id).page({ since: from, until: to, filter, offset, limit });
  const next = { asked: queryHash, since: from, until: to };

  // Some pages are empty although they aren't the last: after certain tokens, and the first page of a text
  // search.
  const mayBeEmpty = offset > 0 || search !== undefined;
  if (
    mayBeEmpty &&
    !token?.wasEmpty &&
    entries.length > 0 &&
    hashText(`${world.seed}/${queryHash}/${offset}`) % 5 === 0
  ) {
    return { logs: [], nextToken: writePageToken({ ...next, offset, wasEmpty: true }) };
  }
  return {
    logs: entries,
    nextToken: isLast ? null : writePageToken({ ...next, offset: offset + limit, wasEmpty: false }),
  };
}

function parseTime(name: string, text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const time = readTime(text, now);
  if (time !== undefined) return time;
  throw invalidInput([{ path: [name], message: 'Expected an ISO 8601 date or a relative time such as 1h' }]);
}
