/**
 * Returns a function that combines calls: `task` runs once for all calls before the run. `schedule` schedules the run.
 */
export function coalesce(task: () => void, schedule: (run: () => void) => void): () => void {
  let isScheduled = false;
  const run = (): void => {
    isScheduled = false;
    task();
  };
  return () => {
    if (!isScheduled) schedule(run);
    isScheduled = true;
  };
}

/**
 * Returns a `schedule` for `coalesce`, so that there are at least `ms` between two runs. If the last run was that long
 * ago, the task runs in a microtask.
 */
export function createThrottledSchedule(ms: number): (run: () => void) => void {
  let earliestStart = 0;
  return (run) => {
    const begin = (): void => {
      earliestStart = performance.now() + ms;
      run();
    };
    const delayMs = earliestStart - performance.now();
    if (delayMs <= 0) queueMicrotask(begin);
    else setTimeout(begin, delayMs);
  };
}
