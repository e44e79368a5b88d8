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

/** Returns the index after a move among `count` rows. `page` is the number of visible rows. */
export function moveIndex(index: number, move: Move, count: number, page: number): number {
  const steps: Record<Move, number> = {
    up: index - 1,
    down: index + 1,
    pageUp: index - page,
    pageDown: index + page,
    first: 0,
    last: count - 1,
  };
  return Math.max(0, Math.min(steps[move], count - 1));
}
