/** Keeps a long search from blocking its thread. */
export interface TimeSlices {
  /**
   * Lets other work run if the current slice has lasted long enough. Rejects with the reason of the signal if it has
   * aborted.
   */
  yieldIfDue(): Promise<void>;
}

/** Length of a slice: half a frame. */
const sliceMs = 6;

/** Starts the first slice. `onPause` is called at the end of each one. */
export function createTimeSlices(
  { now, pause }: { now(): number; pause(): Promise<void> },
  signal: AbortSignal,
  onPause: () => void = () => undefined,
): TimeSlices {
  let start = now();
  return {
    async yieldIfDue() {
      if (now() - start >= sliceMs) {
        onPause();
        await pause();
        start = now();
      }
      signal.throwIfAborted();
    },
  };
}
