/** The intervals of live polling, in milliseconds. */
export const pollIntervals = {
  /** Between polls while new entries arrive. */
  active: 1_000,
  /** Factor for the interval after a poll without new entries. */
  idleGrowth: 1.5,
  /** Maximum interval while no entries arrive. */
  maxIdle: 10_000,
  /** After the first failure, and the minimum if the service requests a delay. */
  firstRetry: 2_000,
  /** Maximum delay after failures, unless the service requests a longer one. */
  maxRetry: 30_000,
} as const;

/** Returns the interval after a successful poll. */
export function computePollInterval(previous: number, fresh: number): number {
  return fresh > 0
    ? pollIntervals.active
    : Math.min(previous * pollIntervals.idleGrowth, pollIntervals.maxIdle);
}

/**
 * Returns the delay after `failures` consecutive failures. It doubles with each failure, unless the service requested a
 * delay (`retryAfter`). `random` (0–1) spreads the requests of several panels.
 */
export function computeRetryDelay(failures: number, retryAfter: number | undefined, random: number): number {
  if (retryAfter !== undefined) return Math.max(retryAfter, pollIntervals.firstRetry);
  const most = Math.min(pollIntervals.firstRetry * 2 ** (failures - 1), pollIntervals.maxRetry);
  return Math.round(most * (0.75 + random / 4));
}
