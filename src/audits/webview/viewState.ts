import { getField } from '../../fields.ts';
import { type CheckKind, checkKinds } from '../report/checkKinds.ts';

export type ReportViewState = ReturnType<typeof parseViewState>;

/** Parses the view state that the editor kept. Invalid parts have their default values. */
export function parseViewState(value: unknown) {
  const list = (name: string): readonly unknown[] => {
    const found = getField(value, name);
    return Array.isArray(found) ? found : [];
  };
  const [filter, scroll] = [getField(value, 'filter'), getField(value, 'scroll')];
  return {
    filter: typeof filter === 'string' ? filter : '',
    /** Hidden kinds of checks. */
    hiddenKinds: checkKinds.filter((kind) => list('off').includes(kind)) as readonly CheckKind[],
    /** Keys of collapsed categories. */
    closed: list('closed').filter((one) => typeof one === 'string') as readonly string[],
    /** Indexes of checks with expanded details. */
    open: list('open').filter((one) => typeof one === 'number') as readonly number[],
    /** The scroll position in pixels. */
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}

/** Returns the saved form of a view state. Its field names must not change, because the editor keeps saved states. */
export const serializeViewState = ({ hiddenKinds, ...others }: ReportViewState) => ({
  ...others,
  off: hiddenKinds,
});

export const withoutItem = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.filter((other) => other !== item);

/** Removes an item from a list, or adds it. */
export const toggleItem = <Item>(items: readonly Item[], item: Item): readonly Item[] =>
  items.includes(item) ? withoutItem(items, item) : [...items, item];
