/** What keeps a long search from holding up everything else on its thread. */
export interface Slices {
  /** Lets others run if this slice has lasted long enough. Rejects with the signal's reason when it has aborted. */
  rest(): Promise<void>;
}

/** Milliseconds of work between two pauses: half a frame. */
const sliceLength = 6;

/** Begins the first slice. `onPause` is called at the end of each one. */
export function createSlices(
  { now, pause }: { now(): number; pause(): Promise<void> },
  signal: AbortSignal,
  onPause: () => void = () => undefined,
): Slices {
  let start = now();
  return {
    async rest() {
      if (now() - start >= sliceLength) {
        onPause();
        await pause();
        start = now();
      }
      signal.throwIfAborted();
    },
  };
}
