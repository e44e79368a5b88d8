import type { LogStore } from '../store/logStore.ts';

/** Returns the slots of all gaps, the oldest first. */
export function listGapSlots(store: LogStore): number[] {
  return [...store.gaps.keys()].sort((a, b) => store.indexOf(a) - store.indexOf(b));
}

/** Returns the number of milliseconds that gaps span; of all gaps by default. */
export function sumGapTime(store: LogStore, slots: Iterable<number> = store.gaps.keys()): number {
  let sum = 0;
  for (const slot of slots) {
    const gap = store.gaps.get(slot);
    if (gap) sum += gap.until - gap.from;
  }
  return sum;
}
