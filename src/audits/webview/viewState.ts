import { getField } from '../../fields.ts';
import { type CheckKind, checkKinds } from '../report/checkKinds.ts';

export type ReportViewState = ReturnType<typeof parseViewState>;

/** Parses the view state that the editor saved. Invalid fields get default values. */
export function parseViewState(value: unknown) {
  const readList = (name: string): readonly unknown[] => {
    const list = getField(value, name);
    return Array.isArray(list) ? list : [];
  };
  const [filter, scroll] = [getField(value, 'filter'), getField(value, 'scroll')];
  return {
    filter: typeof filter === 'string' ? filter : '',
    /** The kinds of checks that are hidden. */
    hiddenKinds: checkKinds.filter((kind) => readList('off').includes(kind)) as readonly CheckKind[],
    /** The keys of collapsed sections and categories. */
    closed: readList('closed').filter((key) => typeof key === 'string') as readonly string[],
    /** The indexes of checks whose details are expanded. */
    open: readList('open').filter((index) => typeof index === 'number') as readonly number[],
    /** The keys of expanded lists at the top of the page, which are collapsed by default. */
    unfolded: readList('unfolded').filter((key) => typeof key === 'string') as readonly string[],
    /** Whether passed checks are expanded. */
    isPassedOpen: getField(value, 'isPassedOpen') === true,
    /** The scroll position in pixels. */
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}

/**
 * Converts a view state to the saved format, whose field names must not change, because the editor keeps saved states.
 */
export const serializeViewState = ({ hiddenKinds, ...others }: ReportViewState) => ({
  ...others,
  off: hiddenKinds,
});

/** Returns the change of the view state after the user expanded or collapsed a section or a category. */
export function changeFolding(
  { closed }: ReportViewState,
  key: string,
  isOpen: boolean,
): Partial<ReportViewState> {
  if (key === 'pass') return { isPassedOpen: isOpen };
  const others = closed.filter((other) => other !== key);
  return { closed: isOpen ? others : [...others, key] };
}
