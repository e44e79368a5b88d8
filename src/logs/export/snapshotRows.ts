import { gapLevel } from '../store/columns.ts';
import type { LogStore } from '../store/logStore.ts';
import type { RowSource } from './formats.ts';

type RowStore = Pick<LogStore, 'columns' | 'gaps' | 'row' | 'slotOf'>;

/**
 * The rows of these slots, in order, as they are now: an entry stays as it is, what is missing doesn't. Once the store
 * has let go of a row, asking for it throws `goneText`.
 */
export function snapshotRows(store: RowStore, slots: Uint32Array, goneText: string): RowSource {
  // Slots may become those of other rows, ids never do.
  const ids = slots.map((slot) => store.columns.ids[slot] ?? 0);
  const gaps = new Map(
    [...slots]
      .filter((slot) => store.gaps.has(slot))
      .map((slot) => [store.columns.ids[slot], store.row(slot)]),
  );
  return {
    count: ids.length,
    row(index) {
      const id = ids[index] ?? 0;
      const slot = store.slotOf(id);
      if (slot === undefined) throw new Error(goneText);
      return gaps.get(id) ?? store.row(slot);
    },
  };
}

/** How many of these rows are entries. */
export function countEntries({ columns }: Pick<LogStore, 'columns'>, slots: Uint32Array): number {
  let count = 0;
  for (const slot of slots) if (columns.levels[slot] !== gapLevel) count++;
  return count;
}
