/**
 * Entries may arrive late, so live polls read again what was read before: a little each time, and now and then all that
 * may still change. Times of the service in ms, but for `now`, which is this machine's.
 */
export interface Lanes {
  /** Something was read, so that polls have a place to begin. */
  readonly isStarted: boolean;
  /** All entries from `from` on have been read. */
  start(from: number, now: number): void;
  clear(): void;
  /** All entries from `from` on have been read by now, also before what was known. */
  include(from: number): void;
  /** What lies before `from` is left to others: polls that do not reach far go on from there. */
  skip(from: number): void;
  /** What lies before `from` is let go of, and not wanted again. */
  forget(from: number): void;
  /** What the next poll reads: all from `since` on, then, now and then, what is before that `again`. */
  next(now: number): Lane;
  /**
   * A whole poll has worked. `seen`: the service's time when it began. `timeOf`: the time of the row that has so many
   * behind it, if there are so many.
   */
  done(poll: Lane, seen: number, timeOf: (behind: number) => number | undefined, now: number): void;
}

/** Times of the service in ms; both ends of `again` belong to it. */
export interface Lane {
  readonly since: number;
  readonly again?: { readonly since: number; readonly until: number };
}

/** An entry that arrives later than this after its own time may be missed, in ms. */
export const lateness = 5 * 60_000;
/** Between two polls that reach that far back, in ms. */
export const longEvery = 20_000;
/** What is read again, at most: a stream that floods must not drown the polls that follow it. */
const long = { ms: lateness, rows: 200_000 };
const short = { ms: 10_000, rows: 2_000 };

/** Makes lanes that were not started. */
export function createLanes(): Lanes {
  let lows: { long: number; short: number } | undefined;
  let lastLong = 0;
  return {
    get isStarted() {
      return lows !== undefined;
    },
    start(from, now) {
      lows = { long: from, short: from };
      lastLong = now;
    },
    clear() {
      lows = undefined;
    },
    include(from) {
      if (lows) lows.long = Math.min(lows.long, from);
    },
    skip(from) {
      if (lows) lows.short = Math.max(lows.short, from);
    },
    forget(from) {
      if (lows) lows = { long: Math.max(lows.long, from), short: Math.max(lows.short, from) };
    },
    next(now) {
      if (!lows) return { since: 0 };
      const since = Math.max(lows.short, lows.long);
      if (now - lastLong < longEvery) return { since };
      return { since, again: { since: lows.long, until: since } };
    },
    done({ again }, seen, timeOf, now) {
      if (!lows) return;
      // Never beyond `seen`: rows may be dated in the future. And never back.
      const after = (low: number, { ms, rows }: typeof long): number =>
        Math.max(low, seen - ms, Math.min(timeOf(rows) ?? low, seen));
      lows.short = after(lows.short, short);
      if (!again) return;
      lows.long = after(lows.long, long);
      lastLong = now;
    },
  };
}
