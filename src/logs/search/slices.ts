/** What keeps a long search from holding up everything else on its thread. */
export interface TimeSlices {
  /** Lets others run if this slice has lasted long enough. Rejects with the signal's reason when it has aborted. */
  yieldIfDue(): Promise<void>;
}

/** Milliseconds of work between two pauses: half a frame. */
const sliceMs = 6;

/** Begins the first slice. `onPause` is called at the end of each one. */
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
