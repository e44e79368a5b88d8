import type { TrackedRow } from './cursor.ts';

/** The rows that are open, and how high rows turned out to be, in pixels. `usual`: the height of the others. */
export function createOpenRows(usual: number) {
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
    /** Whether its text is shown in full, however long: until it is closed. */
    isWhole: (id: number) => whole.has(id),
    /** Of another height, too. */
    showWhole(id: number): void {
      whole.add(id);
      known.delete(id);
    },
    /** Follows the list: `move` answers where a row is now; undefined: it is gone. */
    move(move: (mark: TrackedRow) => TrackedRow | undefined): void {
      for (const [id, mark] of open) {
        const next = move(mark);
        if (next) open.set(id, next);
        else drop(id);
      }
    },
    /** Heights of the open rows of the list, by index. */
    heights(): ReadonlyMap<number, number> {
      const heights = new Map<number, number>();
      for (const { id, index } of open.values())
        if (index >= 0) heights.set(index, known.get(id) ?? usual * 3);
      return heights;
    },
    heightOf: (id: number) => known.get(id),
    /** Answers whether it is another height than before. */
    learn(id: number, height: number): boolean {
      if (height === 0 || known.get(id) === height) return false;
      known.set(id, height);
      return true;
    },
    forget: (id: number) => void known.delete(id),
    /** They may all be others now. */
    forgetHeights: () => known.clear(),
    clear(): void {
      open.clear();
      whole.clear();
      known.clear();
    },
  };
}
