/** How late entries come after their own time, by what the last readings brought. Times of the service in ms. */
export interface Delay {
  /** The most of late; what comes by the same way may take as long again. */
  readonly most: number;
  /** As a rule, in whole minutes (ms); undefined: they come in time, or no one can say. */
  readonly usual: number | undefined;
  /**
   * A reading at `now` has brought an entry of `time`, the newest of those that the reading at `before` had not.
   * Without `before` it may have been there for long.
   */
  learn(time: number, now: number, before?: number): void;
  clear(): void;
}

/** So many of the last readings count. */
const kept = 20;
/** Fewer readings make no rule. */
const fewest = 3;
const minute = 60_000;

/** Makes a delay of which nothing is known. */
export function createDelay(): Delay {
  let atMost: number[] = [];
  let atLeast: number[] = [];
  return {
    get most() {
      return Math.max(0, ...atMost);
    },
    get usual() {
      if (atLeast.length < fewest) return undefined;
      const middle = atLeast.toSorted((a, b) => a - b)[atLeast.length >> 1] ?? 0;
      return middle < minute ? undefined : Math.round(middle / minute) * minute;
    },
    learn(time, now, before) {
      atMost = [...atMost, now - time].slice(-kept);
      if (before !== undefined) atLeast = [...atLeast, before - time].slice(-kept);
    },
    clear() {
      atMost = [];
      atLeast = [];
    },
  };
}
