/** Counts the seconds down to a time that the host named; calls `onTick` each second while it counts. */
export function createCountdown(onTick: () => void) {
  let end: number | undefined;
  let currentMs: number | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    /** Seconds left, rounded up; undefined when nothing is counted. */
    get seconds(): number | undefined {
      return end === undefined ? undefined : Math.max(0, Math.ceil((end - performance.now()) / 1000));
    },
    /** `ms` from now; undefined stops. */
    set(ms: number | undefined): void {
      // The same wait told again is still the same wait, until it is over.
      if (ms === currentMs && (end === undefined || performance.now() < end)) return;
      currentMs = ms;
      clearInterval(timer);
      end = ms === undefined ? undefined : performance.now() + ms;
      if (end !== undefined) timer = setInterval(onTick, 1000);
    },
  };
}
