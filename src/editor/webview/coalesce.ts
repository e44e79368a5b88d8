/** Returns a function that runs `task` once for all calls until then. `schedule` determines when. */
export function coalesce(task: () => void, schedule: (run: () => void) => void): () => void {
  let isDue = false;
  const run = (): void => {
    isDue = false;
    task();
  };
  return () => {
    if (!isDue) schedule(run);
    isDue = true;
  };
}

/**
 * Returns a schedule for `coalesce`: in a microtask if the last run was at least `ms` ago, or else as soon as it was.
 */
export function createThrottledSchedule(ms: number): (run: () => void) => void {
  let next = 0;
  return (run) => {
    const begin = (): void => {
      next = performance.now() + ms;
      run();
    };
    const wait = next - performance.now();
    if (wait <= 0) queueMicrotask(begin);
    else setTimeout(begin, wait);
  };
}
