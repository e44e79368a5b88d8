import type { Node } from './node.ts';

/** The result of a load. */
export interface LoadedRows {
  readonly rows: readonly Node[];
  /** Rows that couldn't be read again. The rows below them are kept. */
  readonly staleRows: ReadonlySet<Node>;
}

/**
 * Caches the rows below each row, so that a part of the tree can be redrawn. Rows are identified by ID: the editor
 * keeps a row until it has requested its replacement, and both have the same children.
 */
export class RowCache {
  readonly #below = new Map<string, Promise<Node[]>>();
  /** The rows before a read. Unchanged rows keep their identity and their children. */
  readonly #before = new Map<string, readonly Node[]>();
  /** IDs of the rows whose whole subtree is read again. */
  readonly #forgotten = new Set<string>();
  /** The last read row by ID. */
  readonly #newest = new Map<string, Node>();

  /**
   * Returns the cached rows below `parent`, or those that `load` returns. `canUseCache`: whether `forgetRows` was called.
   * `load` receives the last read version of `parent`.
   */
  get(parent: Node, load: (canUseCache: boolean, parent: Node) => Promise<LoadedRows>): Promise<Node[]> {
    const { id } = parent;
    const cachedRows = this.#below.get(id);
    if (cachedRows !== undefined) return cachedRows;
    const canUseCache = this.#before.has(id) && !this.#forgotten.has(id);
    const rows = load(canUseCache, this.#newest.get(id) ?? parent).then(
      (loaded): Node[] | Promise<Node[]> => {
        const previousRows = this.#before.get(id) ?? [];
        const result = canUseCache ? reuseUnchanged(loaded.rows, previousRows) : [...loaded.rows];
        const current = this.#below.get(id);
        // The rows were forgotten meanwhile, and a later read replaces this one.
        if (current !== rows) return current ?? result;
        if (!canUseCache)
          for (const row of previousRows) if (!loaded.staleRows.has(row)) this.invalidate(row);
        this.#replace(id, result);
        // Hidden rows keep their children, because they can be shown again.
        if (!canUseCache) this.#removeAllBut(result, previousRows);
        this.#forgotten.delete(id);
        return result;
      },
    );
    this.#below.set(id, rows);
    return rows;
  }

  /** Whether the rows below `parent` were ever read. */
  hasReadChildren({ id }: Node): boolean {
    return this.#before.has(id);
  }

  /** Removes `parent` and its whole subtree from the cache. */
  invalidate({ id }: Node): void {
    this.#below.delete(id);
    this.#forgotten.add(id);
  }

  /** Removes only the direct children of `parent` from the cache. */
  invalidateChildren({ id }: Node): void {
    this.#below.delete(id);
  }

  #replace(id: string, rows: readonly Node[]): void {
    this.#before.set(id, rows);
    for (const row of rows) {
      const previousRow = this.#newest.get(row.id);
      // The rows below a row can depend on any of its fields.
      if (previousRow !== undefined && previousRow !== row) this.invalidate(row);
      this.#newest.set(row.id, row);
    }
  }

  #removeAllBut(rows: readonly Node[], previousRows: readonly Node[]): void {
    const ids = new Set(rows.map((row) => row.id));
    for (const row of previousRows) if (!ids.has(row.id)) this.#remove(row.id);
  }

  /** Removes a row that is no longer in the tree. */
  #remove(id: string): void {
    const below = this.#before.get(id) ?? [];
    for (const map of [this.#below, this.#before, this.#newest, this.#forgotten]) map.delete(id);
    for (const row of below) this.#remove(row.id);
  }
}

function reuseUnchanged(rows: readonly Node[], previousRows: readonly Node[]): Node[] {
  if (previousRows.length === 0) return [...rows];
  const previousById = new Map(previousRows.map((row) => [row.id, row]));
  return rows.map((row) => {
    const previousRow = previousById.get(row.id);
    return previousRow && (previousRow === row || JSON.stringify(previousRow) === JSON.stringify(row))
      ? previousRow
      : row;
  });
}
