import { type Node, rootNode } from './node.ts';

interface CachedRows {
  readonly rows: readonly Node[];
  /** The time of the read in ms since 1970. */
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
  /** Cached rows by the ID of the parent and the index of the branch. */
  readonly #entries = new Map<string, Map<number, CachedRows>>();
  /** Number of reads of a branch. The result of a replaced read isn't stored. */
  readonly #reads = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Begins a read of a branch below `parent`. `branch`: index of the branch. */
  beginRead(parent: Node, branchIndex: number) {
    const key = `${branchIndex} ${parent.id}`;
    const readCount = (this.#reads.get(key) ?? 0) + 1;
    this.#reads.set(key, readCount);
    const cached = (): CachedRows | undefined => this.#entries.get(parent.id)?.get(branchIndex);
    const store = (entry: CachedRows): readonly Node[] => {
      if (this.#reads.get(key) === readCount) {
        const branches = this.#entries.get(parent.id) ?? new Map<number, CachedRows>();
        this.#entries.set(parent.id, branches.set(branchIndex, entry));
      }
      return [...entry.failureRows, ...entry.rows];
    };
    return {
      /** Stores the rows. `canUseCache`: the rows were only filtered again, so stale ones stay stale. */
      complete: (rows: readonly Node[], canUseCache: boolean): readonly Node[] => {
        const previous = canUseCache ? cached() : undefined;
        const freshEntry = { readAt: this.#now(), isStale: false, failureRows: [] };
        return store({ ...(previous ?? freshEntry), rows });
      },
      /** Returns the last read rows below `marks`, or `undefined` if there are none. */
      fail: (createFailureRows: (readAt: number) => readonly Node[]): readonly Node[] | undefined => {
        const previous = cached();
        if (!previous) return undefined;
        // A failure at the root is shown once, not below every row.
        const isReported = parent !== rootNode && this.#old(rootNode).length > 0;
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
    return new Set(this.#old(parent).flatMap(({ rows }) => rows));
  }

  #old({ id }: Node): readonly CachedRows[] {
    return [...(this.#entries.get(id)?.values() ?? [])].filter(({ isStale }) => isStale);
  }
}
