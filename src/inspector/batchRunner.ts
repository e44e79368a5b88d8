/**
 * Creates a function that runs `work` for keys, one run at a time. Keys that are added during a run are collected for
 * the next run. The promise of a call settles with the run that includes its keys.
 */
export function createBatchRunner<Key>(
  work: (keys: readonly Key[]) => Promise<void>,
): (keys: readonly Key[]) => Promise<void> {
  const waiting = new Set<Key>();
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const run = (): Promise<void> => {
    const keys = [...waiting];
    waiting.clear();
    next = undefined;
    return work(keys);
  };
  return (keys) => {
    for (const key of keys) waiting.add(key);
    if (!next) {
      next = running.then(run, run);
      running = next;
    }
    return next;
  };
}
