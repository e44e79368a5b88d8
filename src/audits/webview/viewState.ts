import { getField } from '../../fields.ts';
import { type CheckKind, checkKinds } from '../report/checkKinds.ts';

export type ReportViewState = ReturnType<typeof parseViewState>;

/**
 * Reads how the report is looked at, which the editor keeps while the page is hidden and when the window is loaded again;
 * whatever isn't of this shape is as at first.
 */
export function parseViewState(value: unknown) {
  const list = (name: string): readonly unknown[] => {
    const found = getField(value, name);
    return Array.isArray(found) ? found : [];
  };
  const [filter, scroll] = [getField(value, 'filter'), getField(value, 'scroll')];
  return {
    filter: typeof filter === 'string' ? filter : '',
    /** Kinds of checks that aren't shown. */
    hiddenKinds: checkKinds.filter((kind) => list('off').includes(kind)) as readonly CheckKind[],
    /** Categories that are closed, by their keys. */
    closed: list('closed').filter((one) => typeof one === 'string') as readonly string[],
    /** Checks whose details are open, by their indexes. */
    open: list('open').filter((one) => typeof one === 'number') as readonly number[],
    /** px */
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}
