import { getField } from '../../fields.ts';

export type Own = ReturnType<typeof readOwn>;

/** Reads what the page keeps for itself while it is hidden or the editor is closed, as far as it is usable. */
export function readOwn(kept: unknown) {
  const own = getField(kept, 'own');
  const text = (name: string): string => {
    const value = getField(own, name);
    return typeof value === 'string' ? value : '';
  };
  const tables = getField(own, 'tables');
  const scroll = getField(own, 'scroll');
  return {
    /** The form for another time. */
    isCustom: getField(own, 'isCustom') === true,
    /** As typed. */
    ...{ from: text('from'), to: text('to') },
    /** Charts whose table is open, by key. */
    tables: Array.isArray(tables) ? tables.filter((key) => typeof key === 'string') : [],
    /** px */
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}
