import { field } from '../../fields.ts';
/** What the page keeps for itself while it is hidden or the editor is closed. */
export interface Own {
  /** The form for another time. */
  isCustom: boolean;
  /** As typed. */
  from: string;
  to: string;
  /** Charts whose table is open, by key. */
  tables: readonly string[];
  /** px */
  scroll: number;
}

/** Reads what was kept, as far as it is usable. */
export function readOwn(kept: unknown): Own {
  const own = field(kept, 'own');
  const text = (name: string): string => {
    const value = field(own, name);
    return typeof value === 'string' ? value : '';
  };
  const tables = field(own, 'tables');
  const scroll = field(own, 'scroll');
  return {
    isCustom: field(own, 'isCustom') === true,
    from: text('from'),
    to: text('to'),
    tables: Array.isArray(tables) ? tables.filter((key) => typeof key === 'string') : [],
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}
