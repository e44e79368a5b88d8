import type { Node } from './node.ts';

/** What `load` answers. */
export interface LoadedRows {
  readonly rows: readonly Node[];
  /** Those among them that couldn't be read again: what is below them stands too. */
  readonly stale: ReadonlySet<Node>;
}

/**
 * The rows that were read, below each row, so that a part of the tree can be drawn again without asking for the rest. A row
 * is known by its ID: the editor keeps a row until it has asked for the one that replaces it, and both have the same rows.
 */
export class RowCache {
  readonly #below = new Map<string, Promise<Node[]>>();
  /** What a row had before it was to be read again; rows that are as they were keep their identity, and what is below. */
  readonly #before = new Map<string, readonly Node[]>();
  /** Rows below which everything is to be read again. */
  readonly #forgotten = new Set<string>();
  /** Each row as it was read last. */
  readonly #newest = new Map<string, Node>();

  /**
   * Returns the known rows below `parent`, or else those that `load` returns. `isAgain`: after `forgetRows`. The `parent` of
   * `load` is the row as it was read last.
   */
  get(parent: Node, load: (isAgain: boolean, parent: Node) => Promise<LoadedRows>): Promise<Node[]> {
    const { id } = parent;
    const known = this.#below.get(id);
    if (known !== undefined) return known;
    const isAgain = this.#before.has(id) && !this.#forgotten.has(id);
    const rows = load(isAgain, this.#newest.get(id) ?? parent).then((loaded): Node[] | Promise<Node[]> => {
      const before = this.#before.get(id) ?? [];
      const kept = isAgain ? reuseUnchanged(loaded.rows, before) : [...loaded.rows];
      const current = this.#below.get(id);
      // The rows were forgotten meanwhile: a later read replaces this one.
      if (current !== rows) return current ?? kept;
      if (!isAgain) for (const row of before) if (!loaded.stale.has(row)) this.forget(row);
      this.#replace(id, kept);
      // Rows that are only hidden come back as they were.
      if (!isAgain) this.#removeAllBut(kept, before);
      this.#forgotten.delete(id);
      return kept;
    });
    this.#below.set(id, rows);
    return rows;
  }

  /** Whether the rows below `parent` were ever read. */
  has({ id }: Node): boolean {
    return this.#before.has(id);
  }

  /** `parent` and everything below it is to be asked again. */
  forget({ id }: Node): void {
    this.#below.delete(id);
    this.#forgotten.add(id);
  }

  /** Only the rows right below `parent` are to be asked again. */
  forgetRows({ id }: Node): void {
    this.#below.delete(id);
  }

  #replace(id: string, rows: readonly Node[]): void {
    this.#before.set(id, rows);
    for (const row of rows) {
      const known = this.#newest.get(row.id);
      // What is below a row may depend on each of its fields.
      if (known !== undefined && known !== row) this.forget(row);
      this.#newest.set(row.id, row);
    }
  }

  #removeAllBut(rows: readonly Node[], before: readonly Node[]): void {
    const ids = new Set(rows.map((row) => row.id));
    for (const row of before) if (!ids.has(row.id)) this.#remove(row.id);
  }

  /** The row is no longer in the tree. */
  #remove(id: string): void {
    const below = this.#before.get(id) ?? [];
    for (const map of [this.#below, this.#before, this.#newest, this.#forgotten]) map.delete(id);
    for (const row of below) this.#remove(row.id);
  }
}

function reuseUnchanged(rows: readonly Node[], before: readonly Node[]): Node[] {
  if (before.length === 0) return [...rows];
  const known = new Map(before.map((row) => [row.id, row]));
  return rows.map((row) => {
    const old = known.get(row.id);
    return old && (old === row || JSON.stringify(old) === JSON.stringify(row)) ? old : row;
  });
}
