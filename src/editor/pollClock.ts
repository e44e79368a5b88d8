/** A clock, which tests replace. Times are in milliseconds since any point in time. `now` never decreases. */
export interface PollClock {
  now(): number;
  /** Calls a function after `ms` milliseconds. Returns a function that cancels the call. */
  schedule(ms: number, call: () => void): () => void;
}

/** The clock of the editor. It's in a separate file, because the build for extension host tests replaces this file. */
export const systemClock: PollClock = {
  now: () => performance.now(),
  schedule: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
