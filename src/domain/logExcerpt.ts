/** The log of an environment or of a deployment. */
export type LogOwner = { readonly environmentId: string } | { readonly deploymentId: string };

/** The conditions for the entries of an excerpt. Without a condition, all entries match. */
export interface LogExcerptQuery {
  /** The start of the range: ISO 8601, or a duration before now, such as `15m`. */
  readonly since?: string | undefined;
  /** The end of the range, in a format of `since`. */
  readonly until?: string | undefined;
  readonly levels?: readonly string[] | undefined;
  /** A text that the content of the entries contains. */
  readonly text?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Maximum numbers of characters. */
export interface LogExcerptLimits {
  readonly text: number;
  readonly entry: number;
  /**
   * For errors with the other entries of their requests, which are then before the newest entries. Applies only if some
   * entries don't fit. Default: 0.
   */
  readonly errors?: number;
}

/** The newest entries of a log as text, with secrets masked. */
export interface LogExcerpt {
  /** The entries, grouped by request. Empty if there are none, or if none fits. */
  readonly text: string;
  /** Number of the newest entries in the text, without a gap between them. */
  readonly shownCount: number;
  /** Number of entries in the text that are older than those, because their requests have errors. */
  readonly olderCount: number;
  /** Number of errors in the text, and among all entries of the reading. */
  readonly shownErrorCount: number;
  readonly errorCount: number;
  /** Number of entries whose end is missing because of the limit for an entry. */
  readonly shortenedCount: number;
  /** The times of the oldest and the newest of the `shownCount` entries, as ISO 8601. Absent if the text is empty. */
  readonly from?: string;
  readonly to?: string;
  /**
   * The value of `until` with which the next older entries can be read. Absent if there are none, or if the text is
   * empty.
   */
  readonly nextUntil?: string;
  /** Number of entries that `nextUntil` leaves out, because one millisecond has more entries than fit. */
  readonly skippedCount: number;
}

/** Entries that were read from a log. */
export interface LogReading {
  /** Number of matching entries that were read. */
  readonly entryCount: number;
  /** Whether older entries of the range weren't read, because there are too many. */
  readonly hasOlder: boolean;
  /** Returns errors with their requests, and as many of the newest entries as fit into the limits. */
  format(limits: LogExcerptLimits): LogExcerpt;
}

/** Reads logs for chat agents. */
export interface LogExcerptReader {
  /** Reads the newest entries that match a query. Rejects with an `InputError` if the range is invalid. */
  read(owner: LogOwner, query: LogExcerptQuery, signal: AbortSignal): Promise<LogReading>;
  /** Masks values that look like secrets, and the secrets that this window has sent, as exported logs do. */
  readonly mask: (text: string) => string;
}
