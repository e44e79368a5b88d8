import { sleep as sleepFor } from '../api/retry.ts';

/** ms. A shorter wait is over before one has read of it. */
const minNoticeMs = 1500;

/** `now` in ms. */
interface WaitClock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const systemClock: WaitClock = { now: () => performance.now(), sleep: sleepFor };

/**
 * Waits as the service asks, and tells each second how many are left; `undefined`: it is over. Ends as soon as the
 * signal is aborted.
 */
export async function waitWithNotice(
  ms: number,
  signal: AbortSignal,
  notify: (seconds: number | undefined) => void,
  { now, sleep }: WaitClock = systemClock,
): Promise<void> {
  if (ms < minNoticeMs) return sleep(ms, signal);
  const end = now() + ms;
  for (let left = ms; left > 0 && !signal.aborted; left = end - now()) {
    notify(Math.ceil(left / 1000));
    // To the next full second.
    await sleep(left % 1000 || 1000, signal);
  }
  notify(undefined);
}
