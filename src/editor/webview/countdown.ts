/** Counts the seconds down to a time from the host, and calls `onTick` each second. */
export function createCountdown(onTick: () => void) {
  let end: number | undefined;
  let currentMs: number | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    /** The remaining seconds, rounded up, or `undefined` if there is no countdown. */
    get seconds(): number | undefined {
      return end === undefined ? undefined : Math.max(0, Math.ceil((end - performance.now()) / 1000));
    },
    /** Starts a countdown of `ms`. `undefined` stops it. */
    set(ms: number | undefined): void {
      // The host repeats the same delay, which doesn't restart the countdown until it's over.
      if (ms === currentMs && (end === undefined || performance.now() < end)) return;
      currentMs = ms;
      clearInterval(timer);
      end = ms === undefined ? undefined : performance.now() + ms;
      if (end !== undefined) timer = setInterval(onTick, 1000);
    },
  };
}
