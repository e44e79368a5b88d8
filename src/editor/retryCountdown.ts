/** Shorter delays are ignored, because they end before the user can read about them. */
const minDelayMs = 1500;

/** Counts down a delay before the next attempt, which the service requested with `Retry-After`. */
export interface RetryCountdown {
  /** Starts the countdown, in place of a running one. It ends when the signal of the request is aborted. */
  start(ms: number, signal: AbortSignal): void;
  /** The time until the next attempt, or `undefined` if no countdown is running. */
  readonly remainingMs: number | undefined;
}

/** Creates a countdown that isn't running. `onBegin` is called when it starts. */
export function createRetryCountdown(now: () => number, onBegin: () => void): RetryCountdown {
  let countdown: { readonly until: number; readonly signal: AbortSignal } | undefined;
  return {
    start(ms, signal) {
      if (ms < minDelayMs) return;
      countdown = { until: now() + ms, signal };
      onBegin();
    },
    get remainingMs() {
      if (!countdown || countdown.signal.aborted) return undefined;
      const remaining = countdown.until - now();
      return remaining > 0 ? remaining : undefined;
    },
  };
}
