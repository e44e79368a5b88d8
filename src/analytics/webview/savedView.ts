import { getField } from '../../fields.ts';
import type { BreakdownSort } from '../breakdown.ts';

/** The order of a table with this kind of rows. */
interface SavedSort extends BreakdownSort {
  readonly kind: string;
}

/** The state of the page's controls, which the page saves. */
export interface SavedView {
  /** Whether the form for a custom period is open. */
  isCustom: boolean;
  /** The contents of the form's fields. */
  from: string;
  to: string;
  /** Keys of the charts with an open table. */
  tables: readonly string[];
  /** The orders of the tables by tool, method, or category. */
  sorts: readonly SavedSort[];
  /** The scroll position in pixels. */
  scroll: number;
}

/**
 * Reads the state that the page saved before it was hidden or the editor was closed. Invalid fields get default values.
 */
export function readSavedView(state: unknown): SavedView {
  // The other fields of the saved state are for the host.
  const saved = getField(state, 'own');
  const readText = (name: string): string => {
    const value = getField(saved, name);
    return typeof value === 'string' ? value : '';
  };
  const tables = getField(saved, 'tables');
  const sorts = getField(saved, 'sorts');
  const scroll = getField(saved, 'scroll');
  return {
    isCustom: getField(saved, 'isCustom') === true,
    from: readText('from'),
    to: readText('to'),
    tables: Array.isArray(tables) ? tables.filter((key) => typeof key === 'string') : [],
    sorts: Array.isArray(sorts) ? sorts.map(readSort).filter((sort) => sort !== undefined) : [],
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}

function readSort(raw: unknown): SavedSort | undefined {
  const [kind, column] = [getField(raw, 'kind'), getField(raw, 'column')];
  if (typeof kind !== 'string' || typeof column !== 'string') return undefined;
  return { kind, column, isDescending: getField(raw, 'isDescending') === true };
}
