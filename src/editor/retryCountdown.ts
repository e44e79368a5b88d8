/** ms. A shorter wait is over before one has read of it. */
const minNoticeMs = 1500;

/** What a reading waits for, where the service has asked it to (`Retry-After`). */
export interface RetryCountdown {
  /** `signal` is that of the reading, which ends the wait as well. */
  start(ms: number, signal: AbortSignal): void;
  /** ms until the next try; undefined: nothing is waited for. */
  readonly remainingMs: number | undefined;
}

/** Makes one at rest. Of several waits the last one counts. */
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
      const left = wait.until - now();
      return left > 0 ? left : undefined;
    },
  };
}
