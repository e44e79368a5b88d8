/** A limit for pages that are read in parallel. They exceed it by at most one page. */
export interface PageBudget {
  /** Whether no further page may be read. */
  isSpent(): boolean;
  /**
   * Calls `readPage`, which reads and stores a page, as soon as there is space for the page. Returns `undefined` if the
   * limit is reached.
   */
  read<T>(readPage: () => Promise<T>): Promise<T | undefined>;
}

/**
 * Creates a budget. `getSpace` returns how many more pages fit, possibly a fraction. A page that is being read counts
 * as a full page until it is stored, so near the limit, pages are read one after another.
 */
export function createPageBudget(getSpace: () => number): PageBudget {
  let pendingCount = 0;
  let wakeUps: (() => void)[] = [];

  return {
    isSpent: () => getSpace() <= 0,
    async read(readPage) {
      while (pendingCount > 0 && getSpace() > 0 && getSpace() <= pendingCount) {
        await new Promise<void>((resolve) => wakeUps.push(resolve));
      }
      if (getSpace() <= 0) return undefined;
      pendingCount++;
      try {
        return await readPage();
      } finally {
        pendingCount--;
        const callbacks = wakeUps;
        wakeUps = [];
        for (const wakeUp of callbacks) wakeUp();
      }
    },
  };
}
