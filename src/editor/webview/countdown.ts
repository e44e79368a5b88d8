/** Creates a countdown for a delay that the extension host reports. `onTick` is called each second. */
export function createCountdown(onTick: () => void) {
  /** The end of the countdown, as a time of `performance.now()`. */
  let end: number | undefined;
  let currentMs: number | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    /** The remaining seconds, rounded up, or `undefined` if there is no countdown. */
    get seconds(): number | undefined {
      return end === undefined ? undefined : Math.max(0, Math.ceil((end - performance.now()) / 1000));
    },
    /** Starts a countdown of `ms` milliseconds. `undefined` stops the countdown. */
    set(ms: number | undefined): void {
      // Each state of the page contains the delay. The same delay doesn't restart a running countdown.
      if (ms === currentMs && (end === undefined || performance.now() < end)) return;
      currentMs = ms;
      clearInterval(timer);
      end = ms === undefined ? undefined : performance.now() + ms;
      if (end !== undefined) timer = setInterval(onTick, 1000);
    },
  };
}
