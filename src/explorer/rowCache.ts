import type { Node } from './node.ts';

/** The rows that were loaded below a parent. */
export interface LoadedRows {
  readonly rows: readonly Node[];
  /** The rows that couldn't be read again. The rows below them are kept. */
  readonly staleRows: ReadonlySet<Node>;
}

/**
 * Caches the rows below each row, so that a part of the tree can be redrawn. Rows are identified by ID: the editor
 * keeps a row until it has requested its replacement, and both have the same children.
 */
export class RowCache {
  readonly #cachedChildren = new Map<string, Promise<Node[]>>();
  /**
   * The last read rows by parent ID. If a row hasn't changed in the next read, it keeps its identity and its children.
   */
  readonly #lastReadChildren = new Map<string, readonly Node[]>();
  /** IDs of the rows whose whole subtree must be read again. */
  readonly #invalidatedIds = new Set<string>();
  /** The last read version of each row, by row ID. */
  readonly #newestRows = new Map<string, Node>();

  /**
   * Returns the cached rows below `parent`, or those that `load` returns. `load` receives the last read version of
   * `parent`, and `canUseCache`: whether the rows were read before, and only `invalidateChildren` was called since.
   * `isReplaced` returns whether a later call has loaded the rows again, so that these aren't used.
   */
  get(
    parent: Node,
    load: (canUseCache: boolean, parent: Node, isReplaced: () => boolean) => Promise<LoadedRows>,
  ): Promise<Node[]> {
    const { id } = parent;
    const cachedRows = this.#cachedChildren.get(id);
    if (cachedRows !== undefined) return cachedRows;
    const canUseCache = this.#lastReadChildren.has(id) && !this.#invalidatedIds.has(id);
    const isReplaced = (): boolean => (this.#cachedChildren.get(id) ?? rows) !== rows;
    const rows: Promise<Node[]> = load(canUseCache, this.#newestRows.get(id) ?? parent, isReplaced).then(
      (loaded): Node[] | Promise<Node[]> => {
        const previousRows = this.#lastReadChildren.get(id) ?? [];
        const result = canUseCache ? reuseUnchanged(loaded.rows, previousRows) : [...loaded.rows];
        const current = this.#cachedChildren.get(id);
        // The rows were invalidated in the meantime, and a later read replaces this one.
        if (current !== rows) return current ?? result;
        if (!canUseCache)
          for (const row of previousRows) if (!loaded.staleRows.has(row)) this.invalidate(row);
        this.#replace(id, result);
        // With `canUseCache`, rows that a filter now hides keep their children, because they can be shown again.
        if (!canUseCache) this.#removeAllBut(result, previousRows);
        this.#invalidatedIds.delete(id);
        return result;
      },
    );
    this.#cachedChildren.set(id, rows);
    return rows;
  }

  /** Whether the rows below `parent` were ever read. */
  hasReadChildren({ id }: Node): boolean {
    return this.#lastReadChildren.has(id);
  }

  /** Makes later calls of `get` load the whole subtree below `parent` again. */
  invalidate({ id }: Node): void {
    this.#cachedChildren.delete(id);
    this.#invalidatedIds.add(id);
  }

  /** Makes the next call of `get` load only the direct children of `parent` again. */
  invalidateChildren({ id }: Node): void {
    this.#cachedChildren.delete(id);
  }

  #replace(id: string, rows: readonly Node[]): void {
    this.#lastReadChildren.set(id, rows);
    for (const row of rows) {
      const previousRow = this.#newestRows.get(row.id);
      // The rows below a row can depend on any of its fields.
      if (previousRow !== undefined && previousRow !== row) this.invalidate(row);
      this.#newestRows.set(row.id, row);
    }
  }

  #removeAllBut(rows: readonly Node[], previousRows: readonly Node[]): void {
    const ids = new Set(rows.map((row) => row.id));
    for (const row of previousRows) if (!ids.has(row.id)) this.#remove(row.id);
  }

  /** Removes a row that is no longer in the tree. */
  #remove(id: string): void {
    const below = this.#lastReadChildren.get(id) ?? [];
    for (const map of [this.#cachedChildren, this.#lastReadChildren, this.#newestRows, this.#invalidatedIds])
      map.delete(id);
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
