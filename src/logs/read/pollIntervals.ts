/** The waits of the live poller, in milliseconds. */
export const pollIntervals = {
  /** Between polls while entries come. */
  active: 1_000,
  /** The wait grows by this factor with each poll that brings nothing … */
  idleGrowth: 1.5,
  /** … up to this. */
  maxIdle: 10_000,
  /** After a first failure, and at least where the service asks for a wait. */
  firstRetry: 2_000,
  /** The longest wait after failures without a word from the service when to return. */
  maxRetry: 30_000,
} as const;

/** The wait after a poll that worked. */
export function nextPollInterval(previous: number, fresh: number): number {
  return fresh > 0
    ? pollIntervals.active
    : Math.min(previous * pollIntervals.idleGrowth, pollIntervals.maxIdle);
}

/**
 * The wait after `failures` failed polls in a row. What the service asked for (`retryAfter`) counts as the least;
 * else it doubles, spread by `random` (0–1) so that many panels don't return at once.
 */
export function retryInterval(failures: number, retryAfter: number | undefined, random: number): number {
  if (retryAfter !== undefined) return Math.max(retryAfter, pollIntervals.firstRetry);
  const most = Math.min(pollIntervals.firstRetry * 2 ** (failures - 1), pollIntervals.maxRetry);
  return Math.round(most * (0.75 + random / 4));
}
