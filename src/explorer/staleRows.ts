import { type Node, rootNode } from './node.ts';

interface CachedRows {
  readonly rows: readonly Node[];
  /** The time of the read in ms since 1970. */
  readonly readAt: number;
  /** Whether a later read failed. */
  readonly isOld: boolean;
  /** The rows that report the failure. */
  readonly marks: readonly Node[];
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
  begin(parent: Node, branch: number) {
    const key = `${branch} ${parent.id}`;
    const read = (this.#reads.get(key) ?? 0) + 1;
    this.#reads.set(key, read);
    const cached = (): CachedRows | undefined => this.#entries.get(parent.id)?.get(branch);
    const store = (entry: CachedRows): readonly Node[] => {
      if (this.#reads.get(key) === read) {
        const branches = this.#entries.get(parent.id) ?? new Map<number, CachedRows>();
        this.#entries.set(parent.id, branches.set(branch, entry));
      }
      return [...entry.marks, ...entry.rows];
    };
    return {
      /** Stores the rows. `canUseCache`: the rows were only filtered again, so stale ones stay stale. */
      done: (rows: readonly Node[], canUseCache: boolean): readonly Node[] => {
        const before = canUseCache ? cached() : undefined;
        const fresh = { readAt: this.#now(), isOld: false, marks: [] };
        return store({ ...(before ?? fresh), rows });
      },
      /** Returns the last read rows below `marks`, or `undefined` if there are none. */
      failed: (marks: (readAt: number) => readonly Node[]): readonly Node[] | undefined => {
        const before = cached();
        if (!before) return undefined;
        // A failure at the root is shown once, not below every row.
        const isReported = parent !== rootNode && this.#old(rootNode).length > 0;
        return store({ ...before, isOld: true, marks: isReported ? [] : marks(before.readAt) });
      },
    };
  }

  /** Returns the children of `parent` that are stale. The rows below them are stale too. */
  listStale(parent: Node): ReadonlySet<Node> {
    return new Set(this.#old(parent).flatMap(({ rows }) => rows));
  }

  #old({ id }: Node): readonly CachedRows[] {
    return [...(this.#entries.get(id)?.values() ?? [])].filter(({ isOld }) => isOld);
  }
}
