/**
 * Entries may arrive late, so live polls read again what was read before: a little each time, and now and then all that
 * may still change, a part with each poll. Neither begins behind the newest entry that was known: where all entries come
 * late, new ones are only to be found there. Times of the service in ms, but for `now`, which is this machine's.
 */
export interface PollWindows {
  /** Something was read, so that polls have a place to begin. */
  readonly isStarted: boolean;
  /** All that may still change is being read again: the next poll goes on with it. */
  readonly isLookingBack: boolean;
  /** All entries from `at` on have been read. Nothing before `floor` is ever wanted. */
  start(first: ReadingStart & { readonly floor: number; readonly at: number }, now: number): void;
  clear(): void;
  /** Something was read, also before what was known, that may still change. */
  include(present: ReadingStart): void;
  /** What lies before `from` is left to others: polls that don't reach far go on from there. */
  skipTo(from: number): void;
  /** What lies before `from` is let go of, and not wanted again. */
  forgetBefore(from: number): void;
  /** A poll reads all from here on. */
  readonly pollFrom: number;
  /** The service's time when the last poll began, and the one before the last reading of all that may still change. */
  readonly polledAt: number;
  readonly lookedBackAt: number;
  /** A poll has worked. `timeOf`: the time of the row that has so many behind it, if there are so many. */
  completePoll(present: ReadingStart, timeOf: (behind: number) => number | undefined): void;
  /** What is read again beside that, from time to time; or what is left of it. */
  nextLookback(now: number): Lookback | undefined;
  /** `part` was read again up to `reached`; undefined: to its end. */
  completeLookback(part: Lookback, now: number, reached: number | undefined): void;
}

/** When a reading began: the service's time, and that of the newest entry known then; -Infinity: none was. */
export interface ReadingStart {
  readonly seen: number;
  readonly newest: number;
}

/** Times of the service in ms, both included. */
export interface Lookback {
  readonly since: number;
  readonly until: number;
}

/** An entry that arrives later than this after others of its time may be missed, in ms. */
export const expectedLatenessMs = 5 * 60_000;
/** From one reading of all that may still change to the next, in ms. */
export const lookbackIntervalMs = 20_000;
/** An entry that arrives later than this after its own time may be missed, even if no other is known, in ms. */
export const maxLatenessMs = 24 * 60 * 60_000;
/** What is read again each time, at most: a stream that floods must not drown the polls that follow it. */
const shortLookback = { ms: 10_000, rows: 2_000 };

/** A reading of all that may still change. */
interface LookbackPass {
  /** From here on it has still to be read. */
  at: number;
  readonly until: number;
  /** When the last poll before it began. */
  readonly present: ReadingStart;
}

/** Makes pollWindows that weren't started. `late`: how late entries come, in ms. */
export function createPollWindows(late: () => number = () => 0): PollWindows {
  let lows: { long: number; short: number } | undefined;
  let floor = -Infinity;
  let pass: LookbackPass | undefined;
  let last: ReadingStart = { seen: -Infinity, newest: -Infinity };
  let lookedBackAt = -Infinity;
  let lastLong = 0;

  /** Before this, nothing changes any more that arrives at most `back` late. */
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
      // What the pass has read there may have been older than what is included.
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
      // Never beyond `seen`: rows may be dated in the future. And never back.
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
      // Meanwhile it may have been set back.
      if (!lows || !pass || pass.at < part.since) return;
      if (reached !== undefined) {
        pass.at = Math.max(pass.at, reached);
        return;
      }
      // It goes back where entries begin to come later than they did.
      lows.long = mayChange(pass.present);
      lookedBackAt = pass.present.seen;
      pass = undefined;
      lastLong = now;
    },
  };
}
