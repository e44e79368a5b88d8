/** A limit for pages that are read in parallel. They exceed it by one page at most. */
export interface PageBudget {
  /** Whether no further page may be read. */
  isSpent(): boolean;
  /** Reads and stores a page as soon as there is space for it. Returns `undefined` if the limit is reached. */
  read<T>(page: () => Promise<T>): Promise<T | undefined>;
}

/**
 * Creates a budget. `getSpace` returns the number of pages below the limit, as a fraction. A page that is being read counts
 * as a full page until it is stored, so near the limit, pages are read one after another.
 */
export function createPageBudget(getSpace: () => number): PageBudget {
  let pending = 0;
  let wakeUps: (() => void)[] = [];

  return {
    isSpent: () => getSpace() <= 0,
    async read(page) {
      while (pending > 0 && getSpace() > 0 && getSpace() <= pending) {
        await new Promise<void>((resolve) => wakeUps.push(resolve));
      }
      if (getSpace() <= 0) return undefined;
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
