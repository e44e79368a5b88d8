import { gapLevel } from '../store/columns.ts';
import type { LogStore } from '../store/logStore.ts';
import type { RowSource } from './formats.ts';

type RowStore = Pick<LogStore, 'columns' | 'gaps' | 'getRow' | 'findSlot'>;

/**
 * Returns the current rows of these slots, in order. Entries never change, so they are read from the store when they
 * are requested. Gaps are copied immediately. Reading a row that the store has removed throws an error with
 * `removedText`.
 */
export function snapshotRows(store: RowStore, slots: Uint32Array, removedText: string): RowSource {
  // Slots can be reassigned to other rows, but IDs are never reused.
  const ids = slots.map((slot) => store.columns.ids[slot] ?? 0);
  const gaps = new Map(
    [...slots]
      .filter((slot) => store.gaps.has(slot))
      .map((slot) => [store.columns.ids[slot], store.getRow(slot)]),
  );
  return {
    count: ids.length,
    row(index) {
      const id = ids[index] ?? 0;
      const slot = store.findSlot(id);
      if (slot === undefined) throw new Error(removedText);
      return gaps.get(id) ?? store.getRow(slot);
    },
  };
}

/** Returns the number of rows that are entries, not gaps. */
export function countEntries({ columns }: Pick<LogStore, 'columns'>, slots: Uint32Array): number {
  let count = 0;
  for (const slot of slots) if (columns.levels[slot] !== gapLevel) count++;
  return count;
}
