import { type Node, rootNode } from './node.ts';

interface CachedRows {
  readonly rows: readonly Node[];
  /** The time of the read in milliseconds since the epoch. */
  readonly readAt: number;
  /** Whether a later read failed. */
  readonly isStale: boolean;
  /** The rows that report the failure. */
  readonly failureRows: readonly Node[];
}

/**
 * Keeps the last read rows of each branch. If a later read fails, they are shown below rows that report the failure.
 */
export class StaleRows {
  /** Cached rows by parent ID, and then by branch index. */
  readonly #entries = new Map<string, Map<number, CachedRows>>();
  /** Number of reads so far, by branch and parent. The result of a read isn't stored if a later one has begun. */
  readonly #readCounts = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Begins a read of a branch below `parent`. After the read, `complete` or `fail` must be called. */
  beginRead(parent: Node, branchIndex: number) {
    const key = `${branchIndex} ${parent.id}`;
    const readCount = (this.#readCounts.get(key) ?? 0) + 1;
    this.#readCounts.set(key, readCount);
    const cached = (): CachedRows | undefined => this.#entries.get(parent.id)?.get(branchIndex);
    const store = (entry: CachedRows): readonly Node[] => {
      if (this.#readCounts.get(key) === readCount) {
        const branches = this.#entries.get(parent.id) ?? new Map<number, CachedRows>();
        this.#entries.set(parent.id, branches.set(branchIndex, entry));
      }
      return [...entry.failureRows, ...entry.rows];
    };
    return {
      /**
       * Stores and returns the rows. `canUseCache`: whether the rows were only filtered again, so that stale rows stay
       * stale.
       */
      complete: (rows: readonly Node[], canUseCache: boolean): readonly Node[] => {
        const previous = canUseCache ? cached() : undefined;
        const freshEntry = { readAt: this.#now(), isStale: false, failureRows: [] };
        return store({ ...(previous ?? freshEntry), rows });
      },
      /**
       * Returns the rows that report the failure, and the last read rows. Returns `undefined` if nothing was read
       * before.
       */
      fail: (createFailureRows: (readAt: number) => readonly Node[]): readonly Node[] | undefined => {
        const previous = cached();
        if (!previous) return undefined;
        // A failure at the root is shown once, not below every row.
        const isReported = parent !== rootNode && this.#listStaleEntries(rootNode).length > 0;
        return store({
          ...previous,
          isStale: true,
          failureRows: isReported ? [] : createFailureRows(previous.readAt),
        });
      },
    };
  }

  /** Returns the children of `parent` that are stale. The rows below them are stale too. */
  listStale(parent: Node): ReadonlySet<Node> {
    return new Set(this.#listStaleEntries(parent).flatMap(({ rows }) => rows));
  }

  #listStaleEntries({ id }: Node): readonly CachedRows[] {
    return [...(this.#entries.get(id)?.values() ?? [])].filter(({ isStale }) => isStale);
  }
}
