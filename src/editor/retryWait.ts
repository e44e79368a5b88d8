/** ms. A shorter wait is over before one has read of it. */
const worthSaying = 1500;

/** What a reading waits for, where the service has asked it to (`Retry-After`). */
export interface RetryWait {
  /** `signal` is that of the reading, which ends the wait as well. */
  begin(ms: number, signal: AbortSignal): void;
  /** ms until the next try; undefined: nothing is waited for. */
  readonly left: number | undefined;
}

/** Makes one at rest. Of several waits the last one counts. */
export function createRetryWait(now: () => number, onBegin: () => void): RetryWait {
  let wait: { readonly until: number; readonly signal: AbortSignal } | undefined;
  return {
    begin(ms, signal) {
      if (ms < worthSaying) return;
      wait = { until: now() + ms, signal };
      onBegin();
    },
    get left() {
      if (!wait || wait.signal.aborted) return undefined;
      const left = wait.until - now();
      return left > 0 ? left : undefined;
    },
  };
}
