import type { PollClock } from '../../../src/editor/pollClock.ts';

/** The factor by which time passes faster between polls, so that tests wait less. */
export const pollSpeedup = 10;

/** Replaces the clock in `src/editor`. */
export const systemClock: PollClock = {
  now: () => performance.now() * pollSpeedup,
  schedule: (ms, call) => {
    const timer = setTimeout(call, ms / pollSpeedup);
    return () => clearTimeout(timer);
  },
};
