import type { LogEntry } from '../../src/api/logEntries.ts';
import type { LogRow } from '../../src/logs/logRow.ts';
import type { LogStore } from '../../src/logs/store/logStore.ts';

/** An entry at `ms`. */
export function logEntry(ms: number, content = 'x', more: Partial<LogEntry> = {}): LogEntry {
  return { timestamp: new Date(ms).toISOString(), type: 'INFO', content, ...more };
}

/** The row of an entry. */
export function logRow(more: Partial<LogRow> = {}): LogRow {
  return { id: 1, time: 0, type: 'INFO', ...more };
}

export const listRows = (store: LogStore): LogRow[] => [...store.order].map((slot) => store.row(slot));

/** All that an entry says, for comparing multisets. */
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

/** The same of its row. */
export function serializeRow({ time, type, requestId, content, method, durationInMs }: LogRow): string {
  return JSON.stringify([time, type, requestId, content, method, durationInMs]);
}
