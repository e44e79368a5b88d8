import type { LogPage } from './source.ts';

/** The service's time, as far as its replies told it; until then this machine's. In milliseconds. */
export interface ServiceClock {
  now(): number;
  /** Takes over the time of a reply and says by how much the clock was wrong. */
  learn(page: LogPage): number;
}

/** Makes a clock on top of `localNow` (ms). */
export function createServiceClock(localNow: () => number): ServiceClock {
  let offset = 0;
  return {
    now: () => localNow() + offset,
    learn({ serverTime }) {
      if (serverTime === undefined) return 0;
      const next = serverTime - localNow();
      const error = next - offset;
      offset = next;
      return error;
    },
  };
}
