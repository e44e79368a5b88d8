import type { LogEntry } from '../api/logEntries.ts';

/** A log entry with its place in the panel. Optional fields are absent, never `null`. */
export interface LogRow {
  /** Given by the store when the entry arrives; stable as long as the panel lives. */
  readonly id: number;
  /** Milliseconds since the epoch. Of an undated entry: the time of the entry before it, for its place only. */
  readonly time: number;
  /** The service gave no readable timestamp. */
  readonly undated?: true;
  /** As the service names it: START, END, INFO, …; any text is possible. */
  readonly type: string;
  readonly requestId?: string;
  readonly content?: string;
  readonly method?: string;
  readonly durationInMs?: number;
}

/** Rows that came in next to each other, and the index of the first of them once all are in place. */
export interface Insert {
  readonly at: number;
  readonly rows: readonly LogRow[];
}

/** The time of an entry in milliseconds; `undefined` where its timestamp cannot be read. */
export function timeOf(entry: LogEntry): number | undefined {
  const time = Date.parse(entry.timestamp);
  return Number.isNaN(time) ? undefined : time;
}

/** Whether the service may have meant the same entry: it gives entries no id, so all it says is compared. */
export function isSameEntry(row: LogRow, entry: LogEntry): boolean {
  return (
    row.type === entry.type &&
    row.requestId === entry.requestId &&
    row.durationInMs === entry.durationInMs &&
    row.method === entry.method &&
    row.content === entry.content
  );
}
