/** The waits of the live poller, in milliseconds. */
export const pace = {
  /** Between polls while entries come. */
  busy: 1_000,
  /** The wait grows by this factor with each poll that brings nothing … */
  idleGrowth: 1.5,
  /** … up to this. */
  idle: 10_000,
  /** After a first failure, and at least where the service asks for a wait. */
  failed: 2_000,
  /** The longest wait after failures without a word from the service when to return. */
  failing: 30_000,
} as const;

/** The wait after a poll that worked. */
export function nextPause(previous: number, fresh: number): number {
  return fresh > 0 ? pace.busy : Math.min(previous * pace.idleGrowth, pace.idle);
}

/**
 * The wait after `failures` failed polls in a row. What the service asked for (`retryAfter`) counts as the least;
 * else it doubles, spread by `random` (0–1) so that many panels don't return at once.
 */
export function failurePause(failures: number, retryAfter: number | undefined, random: number): number {
  if (retryAfter !== undefined) return Math.max(retryAfter, pace.failed);
  const most = Math.min(pace.failed * 2 ** (failures - 1), pace.failing);
  return Math.round(most * (0.75 + random / 4));
}
