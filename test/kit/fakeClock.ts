/** A clock that advances only when a test ends a wait. */
interface FakeClock {
  now: number;
  /** The pending waits, in milliseconds. */
  readonly waits: readonly number[];
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the pending wait and advances the clock by its duration. Throws if there isn't exactly one. */
  endWait(): void;
}

export function createFakeClock(now = Date.UTC(2026, 10, 21, 10)): FakeClock {
  const pending: { ms: number; end(): void }[] = [];
  const time: FakeClock = {
    now,
    get waits() {
      return pending.map(({ ms }) => ms);
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wait = { ms, end: resolve };
        pending.push(wait);
        signal.addEventListener('abort', () => {
          pending.splice(pending.indexOf(wait), 1);
          resolve();
        });
      }),
    endWait() {
      const [wait, ...others] = pending.splice(0);
      if (!wait || others.length > 0) throw new Error(`${others.length + (wait ? 1 : 0)} waits are pending.`);
      time.now += wait.ms;
      wait.end();
    },
  };
  return time;
}
