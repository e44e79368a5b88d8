import * as z from 'zod/mini';
import { getField, omitUndefined } from '../fields.ts';
import { findExtraFields, toMillisecondTimestamp } from './extraFields.ts';
import type { ReadResult, ResponseReader } from './operation.ts';
import { anyList, anyString, integerBetween, logTimeSchema, oneOf, queryString } from './requestSchemas.ts';
import { stringifyJson } from './stringifyJson.ts';

/** The levels by which logs can be filtered. */
const logLevels = ['INFO', 'ERROR', 'WARNING', 'DEBUG'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One entry of an environment's log. `type` is START, END, a level, or any other text that the service sends. */
export interface LogEntry {
  /** The service's text, normally ISO 8601 in UTC. Not validated. Empty if an `UNPARSED` entry has none. */
  readonly timestamp: string;
  readonly type: string;
  readonly requestId?: string;
  readonly content?: string;
  readonly method?: string;
  readonly durationInMs?: number;
  /**
   * JSON of the fields that the other fields don't represent exactly, such as unknown ones and timestamps with
   * microseconds. If empty, `content` is the JSON of the whole entry.
   */
  readonly extraFields?: string;
}

/** The `type` of an entry that isn't valid. The `content` is the JSON of the entry. */
export const unparsedEntryType = 'UNPARSED';

/** The query of `environments.getLatestLogs`. Empty values aren't sent. */
interface LatestLogsQuery {
  /** 1 to 1000. The service's default is 100. */
  readonly limit?: number | undefined;
  readonly level?: readonly LogLevel[] | undefined;
  /** A text that the content must contain. */
  readonly search?: string | undefined;
}

/** The query of `environments.getLogs`. The service's default `limit` is 1000. */
interface LogsQuery extends LatestLogsQuery {
  /** A `Date`, an ISO 8601 time (in UTC by default), or a duration before now: `30s`, `15m`, `1h`, `2d`, `1w`. */
  readonly since?: string | Date | undefined;
  readonly until?: string | Date | undefined;
  /** The token of the previous page. */
  readonly nextToken?: string | undefined;
}

/** The response to `environments.getLatestLogs`. `serverTime` is the service's clock, in ms since 1970. */
interface LatestLogs {
  readonly logs: readonly LogEntry[];
  readonly serverTime?: number;
}

/** The response to `environments.getLogs`. An empty page isn't the last one if it has a `nextToken`. */
interface LogsPage extends LatestLogs {
  readonly nextToken?: string;
}

const levelSchema = z.pipe(
  anyString,
  z.transform((word) => word.toUpperCase()),
);
const levelsSchema = z.pipe(
  anyList(z.pipe(levelSchema, oneOf(logLevels))),
  z.transform((words) => [...new Set(words)]),
);

const latestLogsQueryObject = z.object({
  limit: z.optional(integerBetween(1, 1000)),
  level: z.optional(levelsSchema),
  search: z.optional(queryString),
});

const logsQueryObject = z.extend(latestLogsQueryObject, {
  since: z.optional(logTimeSchema),
  until: z.optional(logTimeSchema),
  nextToken: z.optional(queryString),
});

// The schemas accept levels in any letter case, but the types don't.
export const latestLogsQuerySchema = latestLogsQueryObject as z.ZodMiniType<unknown, LatestLogsQuery>;
export const logsQuerySchema = logsQueryObject as z.ZodMiniType<unknown, LogsQuery>;

export const readLatestLogs: ResponseReader<LatestLogs> = (json, { serverTime }) => {
  const logs = readLogEntries(json);
  if (!logs) return notLogs;
  return { ok: true, droppedCount: 0, value: omitUndefined({ logs, serverTime }) };
};

export const readLogsPage: ResponseReader<LogsPage> = (json, info) => {
  const latest = readLatestLogs(json, info);
  if (!latest.ok) return latest;
  const token = getField(json, 'nextToken');
  const nextToken = typeof token === 'string' && token !== '' ? token : undefined;
  return { ...latest, value: omitUndefined({ ...latest.value, nextToken }) };
};

const notLogs: ReadResult<never> = { ok: false, issues: [{ path: 'logs', message: 'is not a list' }] };

function readLogEntries(json: unknown): LogEntry[] | undefined {
  const logs = getField(json, 'logs');
  return Array.isArray(logs) ? logs.map(readLogEntry) : undefined;
}

// Reads most entries without schemas and `omitUndefined`, which are slower: a page has a thousand entries. An invalid
// entry must not fail.
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
  // The entry is displayed to the millisecond, and without an empty type.
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
