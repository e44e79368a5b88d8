/**
 * The start of a read: the time of the service, and the time of the newest entry that was known then, or `-Infinity`.
 */
export interface ReadingStart {
  readonly startedAt: number;
  readonly newestTime: number;
}

/** A time range of a late-entry scan, in milliseconds by the clock of the service. Both ends are included. */
export interface LateEntryRange {
  readonly since: number;
  readonly until: number;
}

/** A late-entry scan in progress: a second read of all entries that could have arrived late, in parts. */
interface LateEntryScan {
  /** Everything before this time was scanned. */
  scannedUntil: number;
  readonly until: number;
  /** The start of the last poll before the scan. */
  readonly lastPoll: ReadingStart;
}

/** Entries can be missed if their delay exceeds the maximum delay so far by more than this. */
export const expectedDelayMs = 5 * 60_000;
/** Time between two late-entry scans. */
export const lateEntryScanIntervalMs = 20_000;
/** Entries with a longer delay can be missed. */
export const maxDelayMs = 24 * 60 * 60_000;
/** Maximum time and number of rows that each poll reads again. The number of rows keeps polls fast in a busy log. */
const maxReread = { ms: 10_000, rows: 2_000 };

/**
 * The time ranges of live polls. Entries can arrive late, so each poll also reads a short range again. From time to
 * time, a late-entry scan reads the whole range in which entries can still appear, one part after each poll. Polls and
 * scans never begin after the newest known entry, because if all entries are delayed, new ones appear directly after
 * it. Times are by the clock of the service, except for `now`, which is the time of this machine.
 */
export class PollWindows {
  readonly #getMaxDelay: () => number;
  /** The starts of the next scan and of the next poll. `undefined` before the first read. */
  #starts: { scan: number; poll: number } | undefined;
  /** Entries before this time are never read. */
  #minTime = -Infinity;
  #scan: LateEntryScan | undefined;
  #lastPoll: ReadingStart = { startedAt: -Infinity, newestTime: -Infinity };
  #lateEntriesScannedAt = -Infinity;
  /** The time of this machine when the last scan ended. */
  #scanEndedAt = 0;

  /** `getMaxDelay` returns the maximum delay of entries in milliseconds. */
  constructor(getMaxDelay: () => number = () => 0) {
    this.#getMaxDelay = getMaxDelay;
  }

  /** Whether the first read has succeeded, so that polls have a start. */
  get isStarted(): boolean {
    return this.#starts !== undefined;
  }

  /** Whether a late-entry scan is in progress. */
  get isScanningLateEntries(): boolean {
    return this.#scan !== undefined;
  }

  /** Start of the next poll. */
  get nextPollFrom(): number {
    return this.#starts ? Math.max(this.#starts.poll, this.#starts.scan) : 0;
  }

  /** The time of the service when the last poll began. */
  get lastPolledAt(): number {
    return this.#lastPoll.startedAt;
  }

  /**
   * The time up to which the last scan found all entries that had arrived: the time of the service when the poll before
   * it began.
   */
  get lateEntriesScannedAt(): number {
    return this.#lateEntriesScannedAt;
  }

  /** Starts after a read, when no entries since `completeFrom` are missing. Entries before `minTime` are never read. */
  start(
    first: ReadingStart & { readonly minTime: number; readonly completeFrom: number },
    now: number,
  ): void {
    this.#minTime = first.minTime;
    this.#lastPoll = first;
    this.#lateEntriesScannedAt = first.startedAt;
    const from = Math.max(first.completeFrom, this.#getChangesFrom(first));
    this.#starts = { scan: from, poll: from };
    this.#scan = undefined;
    this.#scanEndedAt = now;
  }

  clear(): void {
    this.#starts = undefined;
    this.#scan = undefined;
  }

  /** Includes the range of another read, possibly an earlier one, in which entries can still appear. */
  include(reading: ReadingStart): void {
    const from = this.#getChangesFrom(reading);
    if (this.#starts) this.#starts.scan = Math.min(this.#starts.scan, from);
    // The scan might have passed this range before it was read.
    if (this.#scan) this.#scan.scannedUntil = Math.min(this.#scan.scannedUntil, from);
  }

  /** Lets polls start at `from`, because the entries before are loaded as a gap. */
  skipTo(from: number): void {
    if (this.#starts) this.#starts.poll = Math.max(this.#starts.poll, from);
  }

  /** Ignores entries before `from`, because they were removed. */
  forgetBefore(from: number): void {
    this.#minTime = Math.max(this.#minTime, from);
    if (this.#starts) {
      this.#starts = {
        scan: Math.max(this.#starts.scan, from),
        poll: Math.max(this.#starts.poll, from),
      };
    }
    if (this.#scan) this.#scan.scannedUntil = Math.max(this.#scan.scannedUntil, from);
  }

  /**
   * Ends a successful poll. `getTimeFromEnd(n)` returns the time of the `n`th row from the end, if there are as many
   * rows.
   */
  completePoll(poll: ReadingStart, getTimeFromEnd: (count: number) => number | undefined): void {
    if (!this.#starts) return;
    this.#lastPoll = poll;
    // Rows can have a time in the future, so the start never exceeds `startedAt`. It never decreases either.
    const rereadFrom = Math.min(getTimeFromEnd(maxReread.rows) ?? this.#starts.poll, poll.startedAt);
    this.#starts.poll = Math.max(this.#starts.poll, this.#getCompleteUntil(poll, maxReread.ms), rereadFrom);
  }

  /** Returns the rest of the current scan, or the range of a new one if it is due. Otherwise returns `undefined`. */
  nextLateEntryRange(now: number): LateEntryRange | undefined {
    if (this.#starts && now - this.#scanEndedAt >= lateEntryScanIntervalMs) {
      const { scan, poll } = this.#starts;
      this.#scan ??= { scannedUntil: scan, until: Math.max(poll, scan), lastPoll: this.#lastPoll };
    }
    return this.#scan && { since: this.#scan.scannedUntil, until: this.#scan.until };
  }

  /** Ends a part of the scan, which was read up to `reached`, or to its end if `reached` is `undefined`. */
  completeLateEntryRange(part: LateEntryRange, now: number, reached: number | undefined): void {
    const scan = this.#scan;
    // `include` might have set the scan back in the meantime.
    if (!this.#starts || !scan || scan.scannedUntil < part.since) return;
    if (reached !== undefined) {
      scan.scannedUntil = Math.max(scan.scannedUntil, reached);
      return;
    }
    // The start moves back if entries begin to arrive later than before.
    this.#starts.scan = this.#getChangesFrom(scan.lastPoll);
    this.#lateEntriesScannedAt = scan.lastPoll.startedAt;
    this.#scan = undefined;
    this.#scanEndedAt = now;
  }

  /** Returns the time since which entries can still appear. */
  #getChangesFrom(reading: ReadingStart): number {
    return this.#getCompleteUntil(reading, expectedDelayMs + this.#getMaxDelay());
  }

  /** Returns the time before which no entry with a delay of up to `delayMs` is missing. */
  #getCompleteUntil({ startedAt, newestTime }: ReadingStart, delayMs: number): number {
    return Math.max(this.#minTime, startedAt - maxDelayMs, Math.min(newestTime, startedAt - delayMs));
  }
}
