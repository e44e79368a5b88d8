/** Runs `work` once for all calls before that; `schedule` says when. */
export function coalesce(work: () => void, schedule: (run: () => void) => void): () => void {
  let isDue = false;
  const run = (): void => {
    isDue = false;
    work();
  };
  return () => {
    if (!isDue) schedule(run);
    isDue = true;
  };
}
