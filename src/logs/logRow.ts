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
  /** As of an entry: what the service sent beside or other than that. */
  readonly extraFields?: string;
  /** Not an entry: entries are missing here. */
  readonly gap?: Gap;
}

/** Times (ms, both ends included) between which entries are, or may be, missing. */
export interface Gap {
  readonly from: number;
  readonly until: number;
  readonly isLoading: boolean;
}

/** The time of an entry in milliseconds; `undefined` where its timestamp can't be read. */
export function parseTimestamp(entry: LogEntry): number | undefined {
  const time = Date.parse(entry.timestamp);
  return Number.isNaN(time) ? undefined : time;
}
