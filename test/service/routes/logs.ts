import { z } from 'zod';
import { queryInteger } from '../input.ts';
import { logLevels } from '../logs/logEntry.ts';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { invalidInput } from '../serviceError.ts';
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

const secondMs = 1000;
const dayMs = 86_400 * secondMs;

/** Units in the spellings of the `ms` package. */
const units: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/^(years?|yrs?|y)$/, 365.25 * dayMs],
  [/^(weeks?|w)$/, 7 * dayMs],
  [/^(days?|d)$/, dayMs],
  [/^(hours?|hrs?|h)$/, 3600 * secondMs],
  [/^(minutes?|mins?|m)$/, 60 * secondMs],
  [/^(seconds?|secs?|s)$/, secondMs],
  [/^(milliseconds?|msecs?|ms|)$/, 1],
];

const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Reads `since` or `until` as milliseconds since the epoch: first as a duration before `now` in the format of
 * the `ms` package (`1M` is a minute, `2026` is milliseconds), then as ISO 8601. Returns `undefined` for
 * other texts. Throws for an empty text, as the service does.
 */
function readTime(text: string, now: number): number | undefined {
  if (text === '') throw new RangeError('An empty time cannot be read');
  const duration = readDuration(text);
  if (duration !== undefined) return now - duration;
  const time = isoDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function readDuration(text: string): number | undefined {
  if (text.length > 100) return undefined;
  const match = /^(-?(?:\d+)?\.?\d+) *([a-z]*)$/i.exec(text);
  if (!match) return undefined;
  const unit = units.find(([pattern]) => pattern.test((match[2] ?? '').toLowerCase()));
  return unit && Number(match[1]) * unit[1];
}

/**
 * The position of the next page. It counts entries, so an entry that arrives late before `offset` shifts the
 * following pages. Only the time range of the first page is kept.
 */
const pageToken = z.object({
  /** A hash of the query that the token belongs to. */
  asked: z.number(),
  since: z.number(),
  until: z.number(),
  offset: z.number().int().min(0),
  /** Whether the previous page was empty although it wasn't the last. */
  wasEmpty: z.boolean(),
});
type PageToken = z.infer<typeof pageToken>;

function writePageToken(token: PageToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Reads a token. Returns `undefined` if this service didn't issue it. */
function readPageToken(text: string): PageToken | undefined {
  try {
    return pageToken.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return undefined; // The text isn't a token of this service.
  }
}
