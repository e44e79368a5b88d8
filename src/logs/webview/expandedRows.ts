import type { TrackedRow } from './rowTracking.ts';

/**
 * Manages expanded rows, and the measured heights of rows in pixels. `rowHeight` is the height of rows that aren't
 * expanded.
 */
export function createExpandedRows(rowHeight: number) {
  const rows = new Map<number, TrackedRow>();
  const measuredHeights = new Map<number, number>();
  /** IDs of the rows that show their complete text. */
  const completeIds = new Set<number>();
  const collapse = (id: number): void => {
    rows.delete(id);
    completeIds.delete(id);
  };
  return {
    get count(): number {
      return rows.size;
    },
    get rows(): readonly TrackedRow[] {
      return [...rows.values()];
    },
    has: (id: number) => rows.has(id),
    expand: (row: TrackedRow) => void rows.set(row.id, row),
    collapse,
    /** Whether the row shows its complete text, which it does until it's collapsed. */
    hasCompleteText: (id: number) => completeIds.has(id),
    /** Also resets the height of the row. */
    showCompleteText(id: number): void {
      completeIds.add(id);
      measuredHeights.delete(id);
    },
    /** Must be called after a change of the list. `update` returns the new row, or `undefined` if it was removed. */
    update(update: (row: TrackedRow) => TrackedRow | undefined): void {
      for (const [id, row] of rows) {
        const next = update(row);
        if (next) rows.set(id, next);
        else collapse(id);
      }
    },
    /** Returns the heights of expanded rows by index. A row that wasn't measured yet has an estimated height. */
    getHeights(): ReadonlyMap<number, number> {
      const heights = new Map<number, number>();
      for (const { id, index } of rows.values())
        if (index >= 0) heights.set(index, measuredHeights.get(id) ?? rowHeight * 3);
      return heights;
    },
    getMeasuredHeight: (id: number) => measuredHeights.get(id),
    /** Sets a measured height, and returns whether that is a change. */
    setMeasuredHeight(id: number, height: number): boolean {
      if (height === 0 || measuredHeights.get(id) === height) return false;
      measuredHeights.set(id, height);
      return true;
    },
    forgetHeight: (id: number) => void measuredHeights.delete(id),
    forgetHeights: () => measuredHeights.clear(),
    clear(): void {
      rows.clear();
      completeIds.clear();
      measuredHeights.clear();
    },
  };
}
