import { field } from '../../fields.ts';
import { type Kind, kinds } from '../report/kinds.ts';

/** How the report is looked at. Kept while the page is hidden, and when the window is loaded again. */
export interface PageState {
  readonly filter: string;
  /** Kinds of checks that aren't shown. */
  readonly off: readonly Kind[];
  /** Categories that are closed, by their keys. */
  readonly closed: readonly string[];
  /** Checks whose details are open, by their indexes. */
  readonly open: readonly number[];
  /** px */
  readonly scroll: number;
}

/** Reads what the editor kept; whatever isn't of this shape is as at first. */
export function readPageState(value: unknown): PageState {
  const list = (name: string): readonly unknown[] => {
    const found = field(value, name);
    return Array.isArray(found) ? found : [];
  };
  const [filter, scroll] = [field(value, 'filter'), field(value, 'scroll')];
  return {
    filter: typeof filter === 'string' ? filter : '',
    off: kinds.filter((kind) => list('off').includes(kind)),
    closed: list('closed').filter((one) => typeof one === 'string'),
    open: list('open').filter((one) => typeof one === 'number'),
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}
