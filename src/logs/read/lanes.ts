/**
 * Entries may arrive late, so live polls read again what was read before: a little each time, and now and then all that
 * may still change, a part with each poll. Times of the service in ms, but for `now`, which is this machine's.
 */
export interface Lanes {
  /** Something was read, so that polls have a place to begin. */
  readonly isStarted: boolean;
  /** All that may still change is being read again: the next poll goes on with it. */
  readonly isBehind: boolean;
  /** All entries from `from` on have been read. */
  start(from: number, now: number): void;
  clear(): void;
  /** All entries from `from` on have been read by now, also before what was known. */
  include(from: number): void;
  /** What lies before `from` is left to others: polls that do not reach far go on from there. */
  skip(from: number): void;
  /** What lies before `from` is let go of, and not wanted again. */
  forget(from: number): void;
  /** A poll reads all from here on. */
  readonly since: number;
  /**
   * A poll has worked. `seen`: the service's time when it began. `timeOf`: the time of the row that has so many behind
   * it, if there are so many.
   */
  done(seen: number, timeOf: (behind: number) => number | undefined): void;
  /** What is read again beside that, from time to time; or what is left of it. */
  again(now: number): Again | undefined;
  /** `part` was read again up to `reached`; undefined: to its end. */
  doneAgain(part: Again, now: number, reached: number | undefined): void;
}

/** Times of the service in ms, both included. */
export interface Again {
  readonly since: number;
  readonly until: number;
}

/** An entry that arrives later than this after its own time may be missed, in ms. */
export const lateness = 5 * 60_000;
/** From one reading of all that may still change to the next, in ms. */
export const longEvery = 20_000;
/** What is read again each time, at most: a stream that floods must not drown the polls that follow it. */
const short = { ms: 10_000, rows: 2_000 };

/** A reading of all that may still change. */
interface Pass {
  /** From here on it has still to be read. */
  at: number;
  readonly until: number;
  /** The service's time when the last poll before it began. */
  readonly seen: number;
}

/** Makes lanes that were not started. */
export function createLanes(): Lanes {
  let lows: { long: number; short: number } | undefined;
  let pass: Pass | undefined;
  let seen = -Infinity;
  let lastLong = 0;
  return {
    get isStarted() {
      return lows !== undefined;
    },
    get isBehind() {
      return pass !== undefined;
    },
    start(from, now) {
      lows = { long: from, short: from };
      seen = from;
      pass = undefined;
      lastLong = now;
    },
    clear() {
      lows = undefined;
      pass = undefined;
    },
    include(from) {
      if (lows) lows.long = Math.min(lows.long, from);
      // What the pass has read there may have been older than what is included.
      if (pass) pass.at = Math.min(pass.at, from);
    },
    skip(from) {
      if (lows) lows.short = Math.max(lows.short, from);
    },
    forget(from) {
      if (lows) lows = { long: Math.max(lows.long, from), short: Math.max(lows.short, from) };
      if (pass) pass.at = Math.max(pass.at, from);
    },
    get since() {
      return lows ? Math.max(lows.short, lows.long) : 0;
    },
    done(began, timeOf) {
      if (!lows) return;
      seen = began;
      // Never beyond `seen`: rows may be dated in the future. And never back.
      const flooded = Math.min(timeOf(short.rows) ?? lows.short, seen);
      lows.short = Math.max(lows.short, seen - short.ms, flooded);
    },
    again(now) {
      if (lows && now - lastLong >= longEvery) {
        pass ??= { at: lows.long, until: Math.max(lows.short, lows.long), seen };
      }
      return pass && { since: pass.at, until: pass.until };
    },
    doneAgain(part, now, reached) {
      // Meanwhile it may have been set back.
      if (!lows || !pass || pass.at < part.since) return;
      if (reached !== undefined) {
        pass.at = Math.max(pass.at, reached);
        return;
      }
      lows.long = Math.max(lows.long, pass.seen - lateness);
      pass = undefined;
      lastLong = now;
    },
  };
}
