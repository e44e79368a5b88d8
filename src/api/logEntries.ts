import * as z from 'zod/mini';
import { getField, omitUndefined } from '../fields.ts';
import { findExtraFields, toMillisecondTimestamp } from './extraFields.ts';
import type { ReadResult, ResponseReader } from './operation.ts';
import { anyList, anyString, integerBetween, logTime, oneOf, queryString } from './rules.ts';
import { stringifyJson } from './stringifyJson.ts';

/** The levels that logs can be narrowed to. */
export const logLevels = ['INFO', 'ERROR', 'WARNING', 'DEBUG'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One line of an environment's log. `type` is START, END, a level, or whatever the service comes up with. */
export interface LogEntry {
  /** ISO 8601 in UTC; empty in an `UNPARSED` entry that shows none. */
  readonly timestamp: string;
  readonly type: string;
  readonly requestId?: string;
  readonly content?: string;
  readonly method?: string;
  readonly durationInMs?: number;
  /**
   * What the service sent beside or other than that, such as microseconds: JSON of these fields. Empty: the content is
   * the JSON of all that it sent.
   */
  readonly extraFields?: string;
}

/** The type of an entry that couldn't be read; its content is its JSON. */
export const unparsedType = 'UNPARSED';

/** E8: which of the newest entries; empty values are left out. */
interface LatestLogsQuery {
  /** 1 to 1000; the service's default is 100. */
  readonly limit?: number | undefined;
  readonly level?: readonly LogLevel[] | undefined;
  /** Looked for in the content. */
  readonly search?: string | undefined;
}

/** E7: the service's default `limit` is 1000. */
interface LogsQuery extends LatestLogsQuery {
  /** A `Date`, ISO 8601 (UTC unless it says otherwise), or a time ago: `30s`, `15m`, `1h`, `2d`, `1w`. */
  readonly since?: string | Date | undefined;
  readonly until?: string | Date | undefined;
  /** From the previous page. */
  readonly nextToken?: string | undefined;
}

/** E8. `serverTime`: the service's clock when it answered, in ms since 1970. */
interface LatestLogs {
  readonly logs: readonly LogEntry[];
  readonly serverTime?: number;
}

/** E7. Only an absent `nextToken` is the end: a page before it may be empty. */
interface LogsPage extends LatestLogs {
  readonly nextToken?: string;
}

const level = z.pipe(
  anyString,
  z.transform((word) => word.toUpperCase()),
);
const levels = z.pipe(
  anyList(z.pipe(level, oneOf(logLevels))),
  z.transform((words) => [...new Set(words)]),
);

const latestLogsRules = z.object({
  limit: z.optional(integerBetween(1, 1000)),
  level: z.optional(levels),
  search: z.optional(queryString),
});

const logsRules = z.extend(latestLogsRules, {
  since: z.optional(logTime),
  until: z.optional(logTime),
  nextToken: z.optional(queryString),
});

// Levels are taken in any case; callers are held to one.
export const latestLogsQuery = latestLogsRules as z.ZodMiniType<unknown, LatestLogsQuery>;
export const logsQuery = logsRules as z.ZodMiniType<unknown, LogsQuery>;

export const readLatestLogs: ResponseReader<LatestLogs> = (json, { serverTime }) => {
  const logs = readLogEntries(json);
  if (!logs) return notLogs;
  return { ok: true, dropped: 0, value: omitUndefined({ logs, serverTime }) };
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

// By hand, not by schema, nor by `defined`, which is slower: a page has a thousand of them, and none may fail.
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
      type: unparsedType,
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
  // As it is told again: by its millisecond, and without a type where that is empty.
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
