import { gapLevel } from '../store/columns.ts';
import type { LogStore } from '../store/store.ts';
import type { RowSource } from './formats.ts';

type Rows = Pick<LogStore, 'columns' | 'gaps' | 'row'>;

/**
 * The rows of these slots, in order, as they are now: an entry stays as it is, what is missing does not. Once the store
 * was cleared, asking for a row throws `goneText`, as its slots mean other rows then.
 */
export function snapshot(store: Rows, slots: Uint32Array, goneText: string): RowSource {
  const kept = slots.slice();
  const gaps = new Map(
    [...kept].filter((slot) => store.gaps.has(slot)).map((slot) => [slot, store.row(slot)] as const),
  );
  const [first = 0] = kept;
  const firstId = store.row(first).id - first;
  return {
    count: kept.length,
    row(index) {
      const slot = kept[index] ?? 0;
      const row = store.row(slot);
      if (row.id !== firstId + slot) throw new Error(goneText);
      return gaps.get(slot) ?? row;
    },
  };
}

/** How many of these rows are entries. */
export function entriesIn({ columns }: Pick<LogStore, 'columns'>, slots: Uint32Array): number {
  let count = 0;
  for (const slot of slots) if (columns.level[slot] !== gapLevel) count++;
  return count;
}
