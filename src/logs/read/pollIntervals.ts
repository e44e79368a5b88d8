/** The intervals of live polling, in milliseconds. */
export const pollIntervals = {
  /** Interval while new entries arrive. */
  active: 1_000,
  /** Factor for the interval after a poll without new entries. */
  idleGrowth: 1.5,
  /** Maximum interval while no entries arrive. */
  maxIdle: 10_000,
  /** Delay after the first failure, and the minimum if the service requests a delay. */
  firstRetry: 2_000,
  /** Maximum delay after failures, unless the service requests a longer one. */
  maxRetry: 30_000,
} as const;

/** Returns the interval after a successful poll that read `newCount` entries. */
export function computePollInterval(previous: number, newCount: number): number {
  return newCount > 0
    ? pollIntervals.active
    : Math.min(previous * pollIntervals.idleGrowth, pollIntervals.maxIdle);
}

/**
 * Returns the delay after `failures` consecutive failures. The delay doubles with each failure up to `maxRetry`, unless
 * the service requested a delay (`retryAfterMs`). `random` (0–1) spreads the requests of several panels.
 */
export function computeRetryDelay(
  failures: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  if (retryAfterMs !== undefined) return Math.max(retryAfterMs, pollIntervals.firstRetry);
  const maxDelay = Math.min(pollIntervals.firstRetry * 2 ** (failures - 1), pollIntervals.maxRetry);
  return Math.round(maxDelay * (0.75 + random / 4));
}
