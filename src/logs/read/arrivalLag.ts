/** How late entries come after their own time, by what the last readings brought. Times of the service in ms. */
export interface ArrivalLag {
  /** The most of late; what comes by the same way may take as long again. */
  readonly max: number;
  /** As a rule, in whole minutes (ms); undefined: they come in time, or no one can say. */
  readonly typical: number | undefined;
  /**
   * A reading at `now` has brought an entry of `time`, the newest of those that the reading at `before` had not.
   * Without `before` it may have been there for long.
   */
  record(time: number, now: number, before?: number): void;
  clear(): void;
}

/** So many of the last readings count. */
const maxSamples = 20;
/** Fewer readings make no rule. */
const minSamples = 3;
const minuteMs = 60_000;

/** Makes a delay of which nothing is known. */
export function createArrivalLag(): ArrivalLag {
  let atMost: number[] = [];
  let atLeast: number[] = [];
  return {
    get max() {
      return Math.max(0, ...atMost);
    },
    get typical() {
      if (atLeast.length < minSamples) return undefined;
      const middle = atLeast.toSorted((a, b) => a - b)[atLeast.length >> 1] ?? 0;
      return middle < minuteMs ? undefined : Math.round(middle / minuteMs) * minuteMs;
    },
    record(time, now, before) {
      atMost = [...atMost, now - time].slice(-maxSamples);
      if (before !== undefined) atLeast = [...atLeast, before - time].slice(-maxSamples);
    },
    clear() {
      atMost = [];
      atLeast = [];
    },
  };
}
