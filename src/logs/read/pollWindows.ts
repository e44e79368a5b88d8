/** The start of a reading: the time of the service, and the time of the newest known entry then, or `-Infinity`. */
export interface ReadingStart {
  readonly startedAt: number;
  readonly newestTime: number;
}

/** A time range in milliseconds by the clock of the service, both ends included. */
export interface LateEntryRange {
  readonly since: number;
  readonly until: number;
}

/** A look back in progress. */
interface LateEntryScan {
  /** Start of the part that wasn't read yet. */
  scannedUntil: number;
  readonly until: number;
  /** The start of the poll before the look back. */
  readonly lastPoll: ReadingStart;
}

/** Entries that arrive later than this after other entries of the same time can be missed. */
export const expectedDelayMs = 5 * 60_000;
/** Time between two look backs. */
export const lateEntryScanIntervalMs = 20_000;
/** Entries that arrive later than this after their own time can be missed. */
export const maxDelayMs = 24 * 60 * 60_000;
/** Maximum range that each poll reads again. Rows limit it in a busy log, so that polls stay fast. */
const maxReread = { ms: 10_000, rows: 2_000 };

/**
 * The time ranges of live polls. Entries can arrive late, so each poll also reads a short range that was read before,
 * and from time to time a look back reads all of the range that can still change, a part with each poll. Neither begins
 * after the newest known entry, because if all entries are late, new ones appear only there. Times are by the clock of
 * the service, except for `now`, which is the time of this machine.
 */
export class PollWindows {
  readonly #getMaxLag: () => number;
  /** The starts of the next look back and of the next poll. `undefined` before the first reading. */
  #starts: { lookback: number; poll: number } | undefined;
  /** Entries before this time are never read. */
  #floor = -Infinity;
  #pass: LateEntryScan | undefined;
  #lastPoll: ReadingStart = { startedAt: -Infinity, newestTime: -Infinity };
  #lookedBackAt = -Infinity;
  /** The time of this machine when the last look back ended. */
  #lookbackEndedAt = 0;

  /** `getMaxLag` returns the maximum delay of entries in milliseconds. */
  constructor(getMaxLag: () => number = () => 0) {
    this.#getMaxLag = getMaxLag;
  }

  /** Whether something was read, so that polls have a start. */
  get isStarted(): boolean {
    return this.#starts !== undefined;
  }

  /** Whether a look back is in progress, which the next poll continues. */
  get isScanningLateEntries(): boolean {
    return this.#pass !== undefined;
  }

  /** Start of the next poll. */
  get nextPollFrom(): number {
    return this.#starts ? Math.max(this.#starts.poll, this.#starts.lookback) : 0;
  }

  /** The time of the service when the last poll began. */
  get lastPolledAt(): number {
    return this.#lastPoll.startedAt;
  }

  /** The time of the service when the poll before the last look back began. */
  get lateEntriesScannedAt(): number {
    return this.#lookedBackAt;
  }

  /** Starts after all entries from `at` on have been read. Entries before `floor` are never read. */
  start(
    first: ReadingStart & { readonly minTime: number; readonly completeFrom: number },
    now: number,
  ): void {
    this.#floor = first.minTime;
    this.#lastPoll = first;
    this.#lookedBackAt = first.startedAt;
    const from = Math.max(first.completeFrom, this.#changesFrom(first));
    this.#starts = { lookback: from, poll: from };
    this.#pass = undefined;
    this.#lookbackEndedAt = now;
  }

  clear(): void {
    this.#starts = undefined;
    this.#pass = undefined;
  }

  /** Adds a range that was read, possibly before the known one, and can still change. */
  include(reading: ReadingStart): void {
    const from = this.#changesFrom(reading);
    if (this.#starts) this.#starts.lookback = Math.min(this.#starts.lookback, from);
    // The look back might have read this part before the included range was read.
    if (this.#pass) this.#pass.scannedUntil = Math.min(this.#pass.scannedUntil, from);
  }

  /** Lets short polls start at `from`, because something else reads the entries before. */
  skipTo(from: number): void {
    if (this.#starts) this.#starts.poll = Math.max(this.#starts.poll, from);
  }

  /** Ignores entries before `from`, because they were removed. */
  forgetBefore(from: number): void {
    this.#floor = Math.max(this.#floor, from);
    if (this.#starts) {
      this.#starts = {
        lookback: Math.max(this.#starts.lookback, from),
        poll: Math.max(this.#starts.poll, from),
      };
    }
    if (this.#pass) this.#pass.scannedUntil = Math.max(this.#pass.scannedUntil, from);
  }

  /** Ends a successful poll. `timeOf` returns the time of the row with this number of rows after it, if there are as many. */
  completePoll(poll: ReadingStart, timeOf: (behind: number) => number | undefined): void {
    if (!this.#starts) return;
    this.#lastPoll = poll;
    // Rows can have a time in the future, so this never exceeds `startedAt`. It never decreases either.
    const flooded = Math.min(timeOf(maxReread.rows) ?? this.#starts.poll, poll.startedAt);
    this.#starts.poll = Math.max(this.#starts.poll, this.#settledBefore(poll, maxReread.ms), flooded);
  }

  /** Returns the next part of the look back, or `undefined` if none is due. */
  nextLateEntryRange(now: number): LateEntryRange | undefined {
    if (this.#starts && now - this.#lookbackEndedAt >= lateEntryScanIntervalMs) {
      const { lookback, poll } = this.#starts;
      this.#pass ??= { scannedUntil: lookback, until: Math.max(poll, lookback), lastPoll: this.#lastPoll };
    }
    return this.#pass && { since: this.#pass.scannedUntil, until: this.#pass.until };
  }

  /** Ends a part of the look back, which was read up to `reached`, or to its end if `reached` is `undefined`. */
  completeLateEntryRange(part: LateEntryRange, now: number, reached: number | undefined): void {
    const pass = this.#pass;
    // The look back might have been set back in the meantime.
    if (!this.#starts || !pass || pass.scannedUntil < part.since) return;
    if (reached !== undefined) {
      pass.scannedUntil = Math.max(pass.scannedUntil, reached);
      return;
    }
    // The start moves back if entries begin to arrive later than before.
    this.#starts.lookback = this.#changesFrom(pass.lastPoll);
    this.#lookedBackAt = pass.lastPoll.startedAt;
    this.#pass = undefined;
    this.#lookbackEndedAt = now;
  }

  /** Returns the time from which on entries can still be added. */
  #changesFrom(reading: ReadingStart): number {
    return this.#settledBefore(reading, expectedDelayMs + this.#getMaxLag());
  }

  /** Returns the time before which no entry with a delay of up to `lag` is missing. */
  #settledBefore({ startedAt, newestTime }: ReadingStart, lag: number): number {
    return Math.max(this.#floor, startedAt - maxDelayMs, Math.min(newestTime, startedAt - lag));
  }
}
