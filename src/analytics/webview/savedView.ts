import { getField } from '../../fields.ts';

export type SavedView = ReturnType<typeof readSavedView>;

/** Reads what the page keeps for itself while it is hidden or the editor is closed, as far as it is usable. */
export function readSavedView(kept: unknown) {
  const saved = getField(kept, 'own');
  const text = (name: string): string => {
    const value = getField(saved, name);
    return typeof value === 'string' ? value : '';
  };
  const tables = getField(saved, 'tables');
  const scroll = getField(saved, 'scroll');
  return {
    /** The form for another time. */
    isCustom: getField(saved, 'isCustom') === true,
    /** As typed. */
    from: text('from'),
    to: text('to'),
    /** Charts whose table is open, by key. */
    tables: Array.isArray(tables) ? tables.filter((key) => typeof key === 'string') : [],
    /** px */
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}
