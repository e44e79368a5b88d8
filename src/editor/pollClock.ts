/** Time, in ms; tests replace it. `now` never goes back. */
export interface PollClock {
  now(): number;
  /** Returns what calls it off. */
  after(ms: number, call: () => void): () => void;
}

/** A file of its own, because the build for tests in the host takes another in its place. */
export const systemClock: PollClock = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
