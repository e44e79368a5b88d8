type Cleanup = () => Promise<void> | void;
const cleanups: Cleanup[] = [];
let stopping: Promise<void> | undefined;

/** Runs when the script is stopped, last registered first. */
export function onStop(cleanup: Cleanup): void {
  cleanups.push(cleanup);
}

/** Undoes everything once, however often it is called. */
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

/** Ctrl+C, a closed terminal, or the end of the bootstrap that started us: undo everything, then end. */
export function stopOnSignals(exitCode: () => number): void {
  const end = (): void => {
    void stop().then(() => process.exit(exitCode()));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (process.connected) process.on('disconnect', end);
}
