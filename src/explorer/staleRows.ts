import { type Node, root } from './node.ts';

interface CachedRows {
  readonly rows: readonly Node[];
  /** When they were read, in ms since 1970. */
  readonly readAt: number;
  /** They couldn't be read again since. */
  readonly isOld: boolean;
  /** What says so. */
  readonly marks: readonly Node[];
}

/**
 * The rows that were read last, by the branch that they are of: they stand while those that are to come in their place
 * can't be read, below rows that say so.
 */
export class StaleRows {
  /** By the id of the row above, then by the number of the branch. */
  readonly #kept = new Map<string, Map<number, CachedRows>>();
  /** Counts the readings of a branch: one that was overtaken says nothing. */
  readonly #turns = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A reading of the branch of this number below `parent` begins. */
  begin(parent: Node, branch: number) {
    const key = `${branch} ${parent.id}`;
    const turn = (this.#turns.get(key) ?? 0) + 1;
    this.#turns.set(key, turn);
    const known = (): CachedRows | undefined => this.#kept.get(parent.id)?.get(branch);
    const keep = (kept: CachedRows): readonly Node[] => {
      if (this.#turns.get(key) === turn) {
        const all = this.#kept.get(parent.id) ?? new Map<number, CachedRows>();
        this.#kept.set(parent.id, all.set(branch, kept));
      }
      return [...kept.marks, ...kept.rows];
    };
    return {
      /** `isAgain`: they were only chosen again, from what was read before; what is out of date stays so. */
      done: (rows: readonly Node[], isAgain: boolean): readonly Node[] => {
        const before = isAgain ? known() : undefined;
        const fresh = { readAt: this.#now(), isOld: false, marks: [] };
        return keep({ ...(before ?? fresh), rows });
      },
      /** Those of the last reading, below what `marks` says of them; `undefined`: nothing was ever read. */
      failed: (marks: (readAt: number) => readonly Node[]): readonly Node[] | undefined => {
        const before = known();
        if (!before) return undefined;
        // Said once on top of the tree, it need not be said below every row.
        const isSaid = parent !== root && this.#old(root).length > 0;
        return keep({ ...before, isOld: true, marks: isSaid ? [] : marks(before.readAt) });
      },
    };
  }

  /** The rows right below `parent` that stand because they couldn't be read again: so does what is below them. */
  listStale(parent: Node): ReadonlySet<Node> {
    return new Set(this.#old(parent).flatMap(({ rows }) => rows));
  }

  #old({ id }: Node): readonly CachedRows[] {
    return [...(this.#kept.get(id)?.values() ?? [])].filter(({ isOld }) => isOld);
  }
}
