import type { PollClock } from '../../../src/editor/pollClock.ts';

/** How much faster time passes for what the extension asks by itself: its tests need not wait so long. */
export const pollSpeedup = 10;

/** In place of the one in `src/editor`. */
export const systemClock: PollClock = {
  now: () => performance.now() * pollSpeedup,
  after: (ms, call) => {
    const timer = setTimeout(call, ms / pollSpeedup);
    return () => clearTimeout(timer);
  },
};
