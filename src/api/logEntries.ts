import * as z from 'zod/mini';
import { getField, omitUndefined } from '../fields.ts';
import { findExtraFields, toMillisecondTimestamp } from './extraFields.ts';
import type { ReadResult, ResponseReader } from './operation.ts';
import { anyList, anyString, integerBetween, logTimeSchema, oneOf, queryString } from './requestSchemas.ts';
import { stringifyJson } from './stringifyJson.ts';

/** The levels by which logs can be filtered. */
const logLevels = ['INFO', 'ERROR', 'WARNING', 'DEBUG'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * One entry of an environment's log. `type` is `START`, `END`, a `LogLevel`, `UNPARSED`, or a text that this client
 * doesn't know.
 */
export interface LogEntry {
  /** The service's text, normally ISO 8601 in UTC. Not validated. Empty if the entry has no timestamp. */
  readonly timestamp: string;
  readonly type: string;
  readonly requestId?: string;
  readonly content?: string;
  readonly method?: string;
  readonly durationInMs?: number;
  /**
   * JSON of the service's fields that the fields above don't represent exactly: unknown fields, and timestamps with
   * microseconds. Absent if there are none. Empty if `content` is the JSON of the whole entry.
   */
  readonly extraFields?: string;
}

/** The `type` of an invalid entry, whose `content` is the JSON of the entry. */
export const unparsedEntryType = 'UNPARSED';

/** The query of `environments.getLatestLogs`. Empty values aren't sent. */
interface LatestLogsQuery {
  /** The maximum number of entries, from 1 to 1000. The service's default is 100. */
  readonly limit?: number | undefined;
  readonly level?: readonly LogLevel[] | undefined;
  /** Returns only entries whose content contains this text. */
  readonly search?: string | undefined;
}

/** The query of `environments.getLogs`. The service's default for `limit` is 1000. */
interface LogsQuery extends LatestLogsQuery {
  /**
   * The start of the time range: a `Date`, an ISO 8601 time (by default in UTC), or an age such as `30s`, `15m`, `1h`,
   * `2d`, or `1w`.
   */
  readonly since?: string | Date | undefined;
  /** The end of the time range, in a format of `since`. */
  readonly until?: string | Date | undefined;
  /** The `nextToken` of the previous page. */
  readonly nextToken?: string | undefined;
}

/** The response to `environments.getLatestLogs`. `serverTime` is the service's time in milliseconds since the epoch. */
interface LatestLogs {
  readonly logs: readonly LogEntry[];
  readonly serverTime?: number;
}

/**
 * The response to `environments.getLogs`. Only a page without a `nextToken` is the last one, even if others are empty.
 */
interface LogsPage extends LatestLogs {
  readonly nextToken?: string;
}

const levelSchema = z.pipe(
  anyString,
  z.transform((level) => level.toUpperCase()),
);
const levelsSchema = z.pipe(
  anyList(z.pipe(levelSchema, oneOf(logLevels))),
  z.transform((levels) => [...new Set(levels)]),
);

const latestLogsQueryObject = z.object({
  limit: z.optional(integerBetween(1, 1000)),
  level: z.optional(levelsSchema),
  search: z.optional(queryString),
});

// The type assertions require levels in upper case, although the schemas accept any letter case.
export const latestLogsQuerySchema = latestLogsQueryObject as z.ZodMiniType<unknown, LatestLogsQuery>;

export const logsQuerySchema = z.extend(latestLogsQueryObject, {
  since: z.optional(logTimeSchema),
  until: z.optional(logTimeSchema),
  nextToken: z.optional(queryString),
}) as z.ZodMiniType<unknown, LogsQuery>;

const invalidLogs: ReadResult<never> = { ok: false, issues: [{ path: 'logs', message: 'is not a list' }] };

export const readLatestLogs: ResponseReader<LatestLogs> = (json, { serverTime }) => {
  const logs = readLogEntries(json);
  if (!logs) return invalidLogs;
  // No entry is dropped, because invalid entries become `UNPARSED` entries.
  return { ok: true, droppedCount: 0, value: omitUndefined({ logs, serverTime }) };
};

export const readLogsPage: ResponseReader<LogsPage> = (json, info) => {
  const latest = readLatestLogs(json, info);
  if (!latest.ok) return latest;
  const token = getField(json, 'nextToken');
  const nextToken = typeof token === 'string' && token !== '' ? token : undefined;
  return { ...latest, value: omitUndefined({ ...latest.value, nextToken }) };
};

function readLogEntries(json: unknown): LogEntry[] | undefined {
  const logs = getField(json, 'logs');
  return Array.isArray(logs) ? logs.map(readLogEntry) : undefined;
}

// Doesn't use schemas, and uses `omitUndefined` only for invalid entries: both are slow, and a page has a thousand
// entries. An invalid entry must not make the whole page fail.
function readLogEntry(raw: unknown): LogEntry {
  const timestamp = getField(raw, 'timestamp');
  const type = getField(raw, 'type');
  const requestId = getField(raw, 'requestId') ?? undefined;
  const content = getField(raw, 'content') ?? undefined;
  const method = getField(raw, 'method') ?? undefined;
  const durationInMs = getField(raw, 'durationInMs') ?? undefined;
  if (
    typeof timestamp !== 'string' ||
    typeof type !== 'string' ||
    !isStringOrUndefined(requestId) ||
    !isStringOrUndefined(content) ||
    !isStringOrUndefined(method) ||
    !(durationInMs === undefined || typeof durationInMs === 'number')
  ) {
    return omitUndefined({
      timestamp: typeof timestamp === 'string' ? timestamp : '',
      type: unparsedEntryType,
      requestId: typeof requestId === 'string' ? requestId : undefined,
      content: stringifyJson(raw),
      extraFields: '',
    });
  }
  const entry = {
    timestamp,
    type,
    ...(requestId === undefined ? {} : { requestId }),
    ...(content === undefined ? {} : { content }),
    ...(method === undefined ? {} : { method }),
    ...(durationInMs === undefined ? {} : { durationInMs }),
  };
  // `extraFields` also keeps what a view doesn't show: digits below a millisecond, and an empty `type`.
  const extraFields = findExtraFields(raw as object, {
    ...entry,
    timestamp: toMillisecondTimestamp(timestamp),
    type: type || undefined,
  });
  return extraFields === undefined ? entry : { ...entry, extraFields };
}

function isStringOrUndefined(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}
