/**
 * Measures the delay between the time of an entry and its arrival, from the last requests. Times are in milliseconds by
 * the clock of the service.
 */
export interface ArrivalDelay {
  /** The maximum delay in milliseconds. Later entries of the same source can be delayed as much. */
  readonly maxMs: number;
  /** The typical delay, rounded to minutes, in milliseconds. `undefined` if it's short or unknown. */
  readonly typicalMs: number | undefined;
  /**
   * Records that a request at `now` returned an entry of `time`, the newest one that the request at `before` hadn't
   * returned. Without `before`, the entry might have arrived much earlier.
   */
  record(time: number, now: number, before?: number): void;
  clear(): void;
}

/** Number of requests that are taken into account. */
const maxSamples = 20;
/** Minimum number of requests for a typical delay. */
const minSamples = 3;
const minuteMs = 60_000;

export function createArrivalDelay(): ArrivalDelay {
  let atMost: number[] = [];
  let atLeast: number[] = [];
  return {
    get maxMs() {
      return Math.max(0, ...atMost);
    },
    get typicalMs() {
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
