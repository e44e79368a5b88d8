/** Time that passes only when told to. */
export interface FakeTime {
  /** Milliseconds since the epoch. */
  now: number;
  /** The waits that are under way, in ms. */
  readonly waits: readonly number[];
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the wait that is under way; there must be exactly one. */
  pass(): void;
}

export function fakeTime(now = Date.UTC(2026, 10, 21, 10)): FakeTime {
  const pending: { ms: number; end(): void }[] = [];
  const time: FakeTime = {
    now,
    get waits() {
      return pending.map(({ ms }) => ms);
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const wait = { ms, end: resolve };
        pending.push(wait);
        signal.addEventListener('abort', () => {
          pending.splice(pending.indexOf(wait), 1);
          reject(signal.reason);
        });
      }),
    pass() {
      const [wait, ...others] = pending.splice(0);
      if (!wait || others.length > 0)
        throw new Error(`${others.length + (wait ? 1 : 0)} waits are under way.`);
      time.now += wait.ms;
      wait.end();
    },
  };
  return time;
}
