/**
 * The delay between the time of an entry and its arrival, measured in the last requests. Times are in milliseconds
 * since the epoch by the clock of the service.
 */
export interface ArrivalDelay {
  /** The maximum delay. Later entries can be delayed as much. */
  readonly maxMs: number;
  /** The typical delay, rounded to minutes. `undefined` if it's short or unknown. */
  readonly typicalMs: number | undefined;
  /**
   * Records that a request at `receivedAt` returned an entry with the time `entryTime`, which was the newest one that
   * the request at `previousRequestAt` didn't return. Without `previousRequestAt`, the entry might have arrived much
   * earlier, so it counts only for `maxMs`.
   */
  record(entryTime: number, receivedAt: number, previousRequestAt?: number): void;
  clear(): void;
}

/** Number of requests that are taken into account. */
const maxSamples = 20;
/** Minimum number of requests for a typical delay. */
const minSamples = 3;
const minuteMs = 60_000;

export function createArrivalDelay(): ArrivalDelay {
  let upperBounds: number[] = [];
  let lowerBounds: number[] = [];
  return {
    get maxMs() {
      return Math.max(0, ...upperBounds);
    },
    get typicalMs() {
      if (lowerBounds.length < minSamples) return undefined;
      const medianMs = lowerBounds.toSorted((a, b) => a - b)[lowerBounds.length >> 1] ?? 0;
      return medianMs < minuteMs ? undefined : Math.round(medianMs / minuteMs) * minuteMs;
    },
    record(entryTime, receivedAt, previousRequestAt) {
      upperBounds = [...upperBounds, receivedAt - entryTime].slice(-maxSamples);
      if (previousRequestAt !== undefined)
        lowerBounds = [...lowerBounds, previousRequestAt - entryTime].slice(-maxSamples);
    },
    clear() {
      upperBounds = [];
      lowerBounds = [];
    },
  };
}
