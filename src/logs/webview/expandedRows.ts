import type { TrackedRow } from './cursor.ts';

/** Manages expanded rows, and the measured heights of rows in pixels. `usual` is the height of other rows. */
export function createExpandedRows(usual: number) {
  const open = new Map<number, TrackedRow>();
  const known = new Map<number, number>();
  const whole = new Set<number>();
  const drop = (id: number): void => {
    open.delete(id);
    whole.delete(id);
  };
  return {
    get count(): number {
      return open.size;
    },
    get marks(): readonly TrackedRow[] {
      return [...open.values()];
    },
    has: (id: number) => open.has(id),
    open: (mark: TrackedRow) => void open.set(mark.id, mark),
    close: drop,
    /** Returns whether the complete text is shown, until the row is collapsed. */
    isWhole: (id: number) => whole.has(id),
    /** Also resets its height. */
    showWhole(id: number): void {
      whole.add(id);
      known.delete(id);
    },
    /** Follows a change of the list. `move` returns the new row, or `undefined` if it was removed. */
    move(move: (mark: TrackedRow) => TrackedRow | undefined): void {
      for (const [id, mark] of open) {
        const next = move(mark);
        if (next) open.set(id, next);
        else drop(id);
      }
    },
    /** Returns the heights of expanded rows by index. */
    heights(): ReadonlyMap<number, number> {
      const heights = new Map<number, number>();
      for (const { id, index } of open.values())
        if (index >= 0) heights.set(index, known.get(id) ?? usual * 3);
      return heights;
    },
    heightOf: (id: number) => known.get(id),
    /** Sets a height, and returns whether that is a change. */
    learn(id: number, height: number): boolean {
      if (height === 0 || known.get(id) === height) return false;
      known.set(id, height);
      return true;
    },
    forget: (id: number) => void known.delete(id),
    /** Resets all heights. */
    forgetHeights: () => known.clear(),
    clear(): void {
      open.clear();
      whole.clear();
      known.clear();
    },
  };
}
