import type { EntryPage } from './logSource.ts';

/**
 * The clock of the service in milliseconds, according to its responses. Before the first response, the clock of this
 * machine.
 */
export interface ServiceClock {
  now(): number;
  /** Whether a response contained the time of the service. */
  readonly isAdjusted: boolean;
  /** Sets the clock to the time in a response. Returns the correction in milliseconds. */
  adjust(page: EntryPage): number;
}

/** Creates a clock that is based on `localNow` (milliseconds). */
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
