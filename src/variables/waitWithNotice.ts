import { sleep as sleepFor } from '../api/sleep.ts';

/** The shortest time that is reported. */
const minNoticeMs = 1500;

interface WaitClock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const systemClock: WaitClock = { now: () => performance.now(), sleep: sleepFor };

/**
 * Waits, and reports the remaining seconds once per second, and `undefined` at the end. A wait of less than 1.5 seconds
 * isn't reported. Stops when the signal is aborted.
 */
export async function waitWithNotice(
  ms: number,
  signal: AbortSignal,
  notify: (seconds: number | undefined) => void,
  { now, sleep }: WaitClock = systemClock,
): Promise<void> {
  if (ms < minNoticeMs) return sleep(ms, signal);
  const end = now() + ms;
  for (let remainingMs = ms; remainingMs > 0 && !signal.aborted; remainingMs = end - now()) {
    notify(Math.ceil(remainingMs / 1000));
    // Waits until the remaining time is a whole number of seconds.
    await sleep(remainingMs % 1000 || 1000, signal);
  }
  notify(undefined);
}
