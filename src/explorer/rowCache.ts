import type { Node } from './node.ts';

/** What `load` answers. */
export interface Loaded {
  readonly rows: readonly Node[];
  /** Those among them that couldn't be read again: what is below them stands too. */
  readonly standing: ReadonlySet<Node>;
}

/** The rows that were read, below each row, so that a part of the tree can be drawn again without asking for the rest. */
export class RowCache {
  readonly #below = new WeakMap<Node, Promise<Node[]>>();
  /** What a row had before it was to be read again; rows that are as they were keep their identity, and what is below. */
  readonly #before = new WeakMap<Node, readonly Node[]>();
  /** Rows below which everything is to be read again. */
  readonly #forgotten = new WeakSet<Node>();

  /** The rows below `parent`: those known, else what `load` answers. `isAgain`: after `forgetRows`. */
  get(parent: Node, load: (isAgain: boolean) => Promise<Loaded>): Promise<Node[]> {
    const known = this.#below.get(parent);
    if (known !== undefined) return known;
    const isAgain = this.#before.has(parent) && !this.#forgotten.has(parent);
    const rows = load(isAgain).then((loaded) => {
      const before = this.#before.get(parent) ?? [];
      const kept = isAgain ? withKept(loaded.rows, before) : [...loaded.rows];
      if (!isAgain) for (const row of before) if (!loaded.standing.has(row)) this.forget(row);
      this.#before.set(parent, kept);
      // Unless it is to be read once more meanwhile.
      if (this.#below.get(parent) === rows) this.#forgotten.delete(parent);
      return kept;
    });
    this.#below.set(parent, rows);
    return rows;
  }

  /** `parent` and everything below it is to be asked again. */
  forget(parent: Node): void {
    this.#below.delete(parent);
    this.#forgotten.add(parent);
  }

  /** Only the rows right below `parent` are to be asked again. */
  forgetRows(parent: Node): void {
    this.#below.delete(parent);
  }
}

function withKept(rows: readonly Node[], before: readonly Node[]): Node[] {
  if (before.length === 0) return [...rows];
  const known = new Map(before.map((row) => [row.id, row]));
  return rows.map((row) => {
    const old = known.get(row.id);
    return old && (old === row || JSON.stringify(old) === JSON.stringify(row)) ? old : row;
  });
}
