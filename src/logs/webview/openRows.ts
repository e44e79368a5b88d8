import type { Mark } from './cursor.ts';

/** The rows that are open, and how high rows turned out to be, in pixels. */
interface OpenRows {
  readonly count: number;
  readonly marks: readonly Mark[];
  has(id: number): boolean;
  open(mark: Mark): void;
  close(id: number): void;
  /** Whether its text is shown in full, however long: until it is closed. */
  isWhole(id: number): boolean;
  /** Of another height, too. */
  showWhole(id: number): void;
  /** Follows the list: `move` answers where a row is now; undefined: it is gone. */
  move(move: (mark: Mark) => Mark | undefined): void;
  /** Heights of the open rows of the list, by index. */
  heights(): ReadonlyMap<number, number>;
  heightOf(id: number): number | undefined;
  /** Answers whether it is another height than before. */
  learn(id: number, height: number): boolean;
  forget(id: number): void;
  /** They may all be others now. */
  forgetHeights(): void;
  clear(): void;
}

/** Makes a set without open rows. `usual`: the height of the others. */
export function createOpenRows(usual: number): OpenRows {
  const open = new Map<number, Mark>();
  const known = new Map<number, number>();
  const whole = new Set<number>();
  const drop = (id: number): void => {
    open.delete(id);
    whole.delete(id);
  };
  return {
    get count() {
      return open.size;
    },
    get marks() {
      return [...open.values()];
    },
    has: (id) => open.has(id),
    open: (mark) => void open.set(mark.id, mark),
    close: drop,
    isWhole: (id) => whole.has(id),
    showWhole(id) {
      whole.add(id);
      known.delete(id);
    },
    move(move) {
      for (const [id, mark] of open) {
        const next = move(mark);
        if (next) open.set(id, next);
        else drop(id);
      }
    },
    heights() {
      const heights = new Map<number, number>();
      for (const { id, index } of open.values())
        if (index >= 0) heights.set(index, known.get(id) ?? usual * 3);
      return heights;
    },
    heightOf: (id) => known.get(id),
    learn(id, height) {
      if (height === 0 || known.get(id) === height) return false;
      known.set(id, height);
      return true;
    },
    forget: (id) => void known.delete(id),
    forgetHeights: () => known.clear(),
    clear() {
      open.clear();
      whole.clear();
      known.clear();
    },
  };
}
