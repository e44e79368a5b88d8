/**
 * The time ranges of live polls. Entries can arrive late, so each poll also reads a short range that was read before,
 * and from time to time a look back reads all of the range that can still change, a part with each poll. Neither begins
 * after the newest known entry, because if all entries are late, new ones appear only there. Times are by the clock of
 * the service, except for `now`, which is the time of this machine.
 */
export interface PollWindows {
  /** Whether something was read, so that polls have a start. */
  readonly isStarted: boolean;
  /** Whether a look back is in progress, which the next poll continues. */
  readonly isLookingBack: boolean;
  /** Starts after all entries from `at` on have been read. Entries before `floor` are never read. */
  start(first: ReadingStart & { readonly floor: number; readonly at: number }, now: number): void;
  clear(): void;
  /** Adds a range that was read, possibly before the known one, and can still change. */
  include(present: ReadingStart): void;
  /** Lets short polls start at `from`, because something else reads the entries before. */
  skipTo(from: number): void;
  /** Ignores entries before `from`, because they were removed. */
  forgetBefore(from: number): void;
  /** Start of the next poll. */
  readonly pollFrom: number;
  /** The time of the service when the last poll began, and when the poll before the last look back began. */
  readonly polledAt: number;
  readonly lookedBackAt: number;
  /**
   * Ends a successful poll. `timeOf` returns the time of the row with this number of rows after it, if there are as
   * many.
   */
  completePoll(present: ReadingStart, timeOf: (behind: number) => number | undefined): void;
  /** Returns the next part of the look back, or `undefined` if none is due. */
  nextLookback(now: number): Lookback | undefined;
  /** Ends a part of the look back, which was read up to `reached`, or to its end if `reached` is `undefined`. */
  completeLookback(part: Lookback, now: number, reached: number | undefined): void;
}

/** The start of a reading: the time of the service, and the time of the newest known entry then, or `-Infinity`. */
export interface ReadingStart {
  readonly seen: number;
  readonly newest: number;
}

/** A time range in milliseconds by the clock of the service, both ends included. */
export interface Lookback {
  readonly since: number;
  readonly until: number;
}

/** Entries that arrive later than this after other entries of the same time can be missed. */
export const expectedLatenessMs = 5 * 60_000;
/** Time between two look backs. */
export const lookbackIntervalMs = 20_000;
/** Entries that arrive later than this after their own time can be missed. */
export const maxLatenessMs = 24 * 60 * 60_000;
/** Maximum range that each poll reads again. Rows limit it in a busy log, so that polls stay fast. */
const shortLookback = { ms: 10_000, rows: 2_000 };

/** A look back in progress. */
interface LookbackPass {
  /** Start of the part that wasn't read yet. */
  at: number;
  readonly until: number;
  /** The start of the poll before the look back. */
  readonly present: ReadingStart;
}

/** Creates windows. `late` returns the maximum delay of entries in milliseconds. */
export function createPollWindows(late: () => number = () => 0): PollWindows {
  let lows: { long: number; short: number } | undefined;
  let floor = -Infinity;
  let pass: LookbackPass | undefined;
  let last: ReadingStart = { seen: -Infinity, newest: -Infinity };
  let lookedBackAt = -Infinity;
  let lastLong = 0;

  /** Returns the time before which no entry with a delay of up to `back` is missing. */
  const settled = ({ seen, newest }: ReadingStart, back: number): number =>
    Math.max(floor, seen - maxLatenessMs, Math.min(newest, seen - back));
  const mayChange = (present: ReadingStart): number => settled(present, expectedLatenessMs + late());

  return {
    get isStarted() {
      return lows !== undefined;
    },
    get isLookingBack() {
      return pass !== undefined;
    },
    start(first, now) {
      floor = first.floor;
      last = first;
      lookedBackAt = first.seen;
      const from = Math.max(first.at, mayChange(first));
      lows = { long: from, short: from };
      pass = undefined;
      lastLong = now;
    },
    clear() {
      lows = undefined;
      pass = undefined;
    },
    include(present) {
      const from = mayChange(present);
      if (lows) lows.long = Math.min(lows.long, from);
      // The look back might have read this part before the included range was read.
      if (pass) pass.at = Math.min(pass.at, from);
    },
    skipTo(from) {
      if (lows) lows.short = Math.max(lows.short, from);
    },
    forgetBefore(from) {
      floor = Math.max(floor, from);
      if (lows) lows = { long: Math.max(lows.long, from), short: Math.max(lows.short, from) };
      if (pass) pass.at = Math.max(pass.at, from);
    },
    get pollFrom() {
      return lows ? Math.max(lows.short, lows.long) : 0;
    },
    get polledAt() {
      return last.seen;
    },
    get lookedBackAt() {
      return lookedBackAt;
    },
    completePoll(present, timeOf) {
      if (!lows) return;
      last = present;
      // Rows can have a time in the future, so this never exceeds `seen`. It never decreases either.
      const flooded = Math.min(timeOf(shortLookback.rows) ?? lows.short, present.seen);
      lows.short = Math.max(lows.short, settled(present, shortLookback.ms), flooded);
    },
    nextLookback(now) {
      if (lows && now - lastLong >= lookbackIntervalMs) {
        pass ??= { at: lows.long, until: Math.max(lows.short, lows.long), present: last };
      }
      return pass && { since: pass.at, until: pass.until };
    },
    completeLookback(part, now, reached) {
      // The look back might have been set back in the meantime.
      if (!lows || !pass || pass.at < part.since) return;
      if (reached !== undefined) {
        pass.at = Math.max(pass.at, reached);
        return;
      }
      // The start moves back if entries begin to arrive later than before.
      lows.long = mayChange(pass.present);
      lookedBackAt = pass.present.seen;
      pass = undefined;
      lastLong = now;
    },
  };
}
