import { getField } from '../../fields.ts';

export type SavedView = ReturnType<typeof readSavedView>;

/**
 * Reads the state that the page saved before it was hidden or the editor was closed. Invalid fields get default values.
 */
export function readSavedView(state: unknown) {
  const saved = getField(state, 'own');
  const readText = (name: string): string => {
    const value = getField(saved, name);
    return typeof value === 'string' ? value : '';
  };
  const tables = getField(saved, 'tables');
  const scroll = getField(saved, 'scroll');
  return {
    /** Whether the form for a custom period is open. */
    isCustom: getField(saved, 'isCustom') === true,
    from: readText('from'),
    to: readText('to'),
    /** Keys of the charts with an open table. */
    tables: Array.isArray(tables) ? tables.filter((key) => typeof key === 'string') : [],
    /** The scroll position in pixels. */
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}
