import { type Lease, leaseTimeoutMs } from '../../../../src/auth/renewal.ts';
import type { Clock } from './clock.ts';

/**
 * Creates the lease of one window from a lock that all windows share. `after` schedules a function while the window
 * exists.
 */
export type LeaseFor = (after: (ms: number, run: () => void) => void) => Lease;

/** Simulates a file that exists while the lease is held, and is polled. */
export function createLeases(clock: Clock): LeaseFor {
  const holders = new Map<string, { readonly since: number }>();
  return (after) => async (name, work) => {
    const mine = { since: 0 };
    await new Promise<void>((resolve) => {
      const tryIt = (): void => {
        const holder = holders.get(name);
        if (holder && clock.now - holder.since < leaseTimeoutMs) {
          after(clock.between(50, 250), tryIt);
          return;
        }
        mine.since = clock.now;
        holders.set(name, mine);
        resolve();
      };
      tryIt();
    });
    try {
      return await work();
    } finally {
      if (holders.get(name) === mine) holders.delete(name);
    }
  };
}

export const noLease: LeaseFor = () => (_, work) => work();
