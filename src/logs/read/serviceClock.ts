import type { EntryPage } from './logSource.ts';

/**
 * The clock of the service in milliseconds since the epoch, according to its responses. Equals the clock of this
 * machine until a response contains a time.
 */
export interface ServiceClock {
  now(): number;
  /** Whether a response contained the time of the service. */
  readonly isAdjusted: boolean;
  /** Sets the clock to the time in a response. Returns the correction in milliseconds. */
  adjust(page: EntryPage): number;
}

/** Creates a clock that adds an offset to `localNow`, the clock of this machine. */
export function createServiceClock(localNow: () => number): ServiceClock {
  let offset = 0;
  let isKnown = false;
  return {
    now: () => localNow() + offset,
    get isAdjusted() {
      return isKnown;
    },
    adjust({ serverTime }) {
      if (serverTime === undefined) return 0;
      const next = serverTime - localNow();
      const error = next - offset;
      offset = next;
      isKnown = true;
      return error;
    },
  };
}
