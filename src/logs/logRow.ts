import type { LogEntry } from '../api/logEntries.ts';

/** A log entry or a gap in a panel. Optional fields are absent, never `null`. */
export interface LogRow {
  /** A number from the store that never changes, and that no other row gets. */
  readonly id: number;
  /** Milliseconds since the epoch. An entry without a timestamp has the time of the entry before it, for sorting. */
  readonly time: number;
  /** Whether the service returned no valid timestamp. */
  readonly isUndated?: true;
  /** The type that the service returned: START, END, INFO, or any other text. */
  readonly type: string;
  readonly requestId?: string;
  readonly content?: string;
  readonly method?: string;
  readonly durationInMs?: number;
  /** Fields of the response that don't belong to the schema, as JSON. See `LogEntry`. */
  readonly extraFields?: string;
  /** Set for a row that represents entries that aren't loaded. */
  readonly gap?: Gap;
}

/** A time range in which entries aren't loaded. Both ends are in milliseconds since the epoch, and included. */
export interface Gap {
  readonly from: number;
  readonly until: number;
  readonly isLoading: boolean;
}

/** Returns the time of an entry in milliseconds, or `undefined` if its timestamp is invalid. */
export function parseTimestamp(entry: LogEntry): number | undefined {
  const time = Date.parse(entry.timestamp);
  return Number.isNaN(time) ? undefined : time;
}
