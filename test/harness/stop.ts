type Cleanup = () => Promise<void> | void;
const cleanups: Cleanup[] = [];
let stopping: Promise<void> | undefined;

/** Registers a cleanup that runs when the script stops, in reverse order. */
export function onStop(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}

/** Runs all cleanups once, even if it's called several times. */
export function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const cleanup of cleanups.splice(0).reverse()) {
      try {
        await cleanup();
      } catch (error) {
        console.error(error);
      }
    }
  })();
  return stopping;
}

/**
 * Stops on Ctrl+C, when the terminal closes, or when the parent process ends: runs all cleanups, then exits.
 */
export function stopOnSignals(exitCode: () => number): void {
  const end = (): void => {
    void stop().then(() => process.exit(exitCode()));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (process.connected) process.on('disconnect', end);
}
