/** A clock in ms that tests replace. `now` never goes back. */
export interface PollClock {
  now(): number;
  /** Calls a function after `ms`. Returns a function that cancels that. */
  schedule(ms: number, call: () => void): () => void;
}

/** In a file of its own, because the build for extension host tests replaces it. */
export const systemClock: PollClock = {
  now: () => performance.now(),
  schedule: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
