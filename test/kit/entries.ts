import type { LogEntry } from '../../src/api/logEntries.ts';
import type { LogRow } from '../../src/logs/logRow.ts';
import type { LogStore } from '../../src/logs/store/logStore.ts';

/** Creates a log entry. `ms` is its time since the epoch, in milliseconds. */
export function logEntry(ms: number, content = 'x', more: Partial<LogEntry> = {}): LogEntry {
  return { timestamp: new Date(ms).toISOString(), type: 'INFO', content, ...more };
}

/** Creates a row of the log. */
export function logRow(more: Partial<LogRow> = {}): LogRow {
  return { id: 1, time: 0, type: 'INFO', ...more };
}

export const listRows = (store: LogStore): LogRow[] => [...store.order].map((slot) => store.getRow(slot));

/** Serializes a log entry, for comparing multisets of entries. */
export function serializeEntry({
  timestamp,
  type,
  requestId,
  content,
  method,
  durationInMs,
}: LogEntry): string {
  return JSON.stringify([Date.parse(timestamp), type, requestId, content, method, durationInMs]);
}

/** Serializes a row in the format of `serializeEntry`. */
export function serializeRow({ time, type, requestId, content, method, durationInMs }: LogRow): string {
  return JSON.stringify([time, type, requestId, content, method, durationInMs]);
}
