/** A limit that readings of pages keep together: what they load goes at most one page beyond it. */
export interface PageBudget {
  /** Whether nothing more may be read. */
  isSpent(): boolean;
  /** Reads a page, and takes its entries into the store, as soon as there is room for it; `undefined`: the budget is spent. */
  read<T>(page: () => Promise<T>): Promise<T | undefined>;
}

/**
 * Creates a budget. `room` returns how many pages fit below the limit, as a fraction. A page that is being read counts as a
 * full one until it is stored, so near the limit pages are read one after the other.
 */
export function createPageBudget(room: () => number): PageBudget {
  let pending = 0;
  let wakeUps: (() => void)[] = [];

  return {
    isSpent: () => room() <= 0,
    async read(page) {
      while (pending > 0 && room() > 0 && room() <= pending) {
        await new Promise<void>((resolve) => wakeUps.push(resolve));
      }
      if (room() <= 0) return undefined;
      pending++;
      try {
        return await page();
      } finally {
        pending--;
        const woken = wakeUps;
        wakeUps = [];
        for (const wakeUp of woken) wakeUp();
      }
    },
  };
}
