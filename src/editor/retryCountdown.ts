/** In ms. A shorter delay ends before the user could read about it. */
const minNoticeMs = 1500;

/** The delay before the next attempt that the service requested (`Retry-After`). */
export interface RetryCountdown {
  /** Starts the delay. Aborting the signal of the request ends it. */
  start(ms: number, signal: AbortSignal): void;
  /** The time until the next attempt in ms, or `undefined` if there is no delay. */
  readonly remainingMs: number | undefined;
}

/** Creates a countdown that isn't running. Starting it again replaces the delay. */
export function createRetryCountdown(now: () => number, onBegin: () => void): RetryCountdown {
  let wait: { readonly until: number; readonly signal: AbortSignal } | undefined;
  return {
    start(ms, signal) {
      if (ms < minNoticeMs) return;
      wait = { until: now() + ms, signal };
      onBegin();
    },
    get remainingMs() {
      if (!wait || wait.signal.aborted) return undefined;
      const remaining = wait.until - now();
      return remaining > 0 ? remaining : undefined;
    },
  };
}
