import type { EntryPage } from './logSource.ts';

/** The service's time, as far as its replies told it; until then this machine's. In milliseconds. */
export interface ServiceClock {
  now(): number;
  /** A reply has told it. */
  readonly isAdjusted: boolean;
  /** Takes over the time of a reply and says by how much the clock was wrong. */
  adjust(page: EntryPage): number;
}

/** Makes a clock on top of `localNow` (ms). */
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
