/** Runs `work` once for all calls before that; `schedule` says when. */
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

/** A schedule for `coalesce`: in a microtask where the last run is at least `ms` ago, else as soon as that is so. */
export function atMostEvery(ms: number): (run: () => void) => void {
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
