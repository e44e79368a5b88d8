/** A move of the selection in a list. */
export type Move = 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last';

/** The keys that move the selection in a list. */
export const moveKeys: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
};

/** Returns the index after a move in a list of `count` rows. `pageSize` is the number of rows of a page. */
export function moveIndex(index: number, move: Move, count: number, pageSize: number): number {
  const targets: Record<Move, number> = {
    up: index - 1,
    down: index + 1,
    pageUp: index - pageSize,
    pageDown: index + pageSize,
    first: 0,
    last: count - 1,
  };
  return Math.max(0, Math.min(targets[move], count - 1));
}
