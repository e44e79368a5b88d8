import { formatText } from '../../editor/webview/formatText.ts';
import { groupOf } from '../filter.ts';
import type { ListItem } from '../protocol.ts';
import {
  clockParts,
  durationText,
  firstLineOf,
  isExpandable,
  withoutTurns,
  wrappedTextOf,
} from '../rowText.ts';
import type { Strings } from '../strings.ts';
import { type HeadParts, headParts } from './headParts.ts';
import type { RowLook } from './rowLook.ts';

/**
 * What the cells of a row say. A row of each kind says all of it: an element that showed another row before keeps nothing
 * of that.
 */
export interface RowContent {
  /** The class of its kind, and what a menu on it is of. */
  readonly kind: string;
  readonly section: 'gap' | 'request' | 'entry';
  readonly isChild: boolean;
  /** A codicon in the place of the type. */
  readonly typeIcon: string | undefined;
  readonly type: string;
  readonly method: string;
  readonly duration: string;
  /** What stands before the message: the way to load what is missing, or that it is being loaded. */
  readonly before: 'load' | 'loading' | undefined;
  readonly message: string;
  /** What the head of a request says in the place of that. */
  readonly head: HeadParts | undefined;
  /** Marked in the message. */
  readonly mark: RegExp | undefined;
  readonly chevron: { readonly label: string; readonly isOpen: boolean; readonly isQuiet: boolean };
  /** The whole entry stands below. */
  readonly hasDetails: boolean;
}

export function rowContent(item: ListItem, look: RowLook, strings: Strings): RowContent {
  const { head, gap } = item;
  if (gap) return gapContent(gap, look.options.isUtc, strings);
  if (head) return headContent({ ...item, head }, strings);
  return entryContent(item, look, strings);
}

function gapContent(gap: NonNullable<ListItem['gap']>, isUtc: boolean, strings: Strings): RowContent {
  return {
    ...nothing,
    ...{ kind: 'gap', section: 'gap' },
    // The way to them first: what is longer than the row is cut off.
    before: gap.isLoading ? 'loading' : 'load',
    message: gapText(gap, strings, isUtc),
    chevron: { label: '', isOpen: false, isQuiet: true },
  };
}

function headContent(
  item: ListItem & { readonly head: NonNullable<ListItem['head']> },
  strings: Strings,
): RowContent {
  const { head } = item;
  const hasFailed = head.errors > 0;
  return {
    ...nothing,
    ...{ kind: hasFailed ? 'head error' : 'head', section: 'request' },
    typeIcon: hasFailed ? 'error' : endIcon(head.hasEnded),
    head: headParts(item, strings),
    chevron: {
      label: head.isOpen ? strings.collapse : strings.expand,
      ...{ isOpen: head.isOpen, isQuiet: false },
    },
  };
}

/** None where it isn't known. */
function endIcon(hasEnded: boolean | undefined): string | undefined {
  return hasEnded === undefined ? undefined : hasEnded ? 'pass' : 'loading';
}

function entryContent(item: ListItem, { isExpanded, mark, options }: RowLook, strings: Strings): RowContent {
  const { isWrapped, isGrouped, hasColumns } = options;
  const { durationInMs } = item;
  return {
    ...nothing,
    ...{ kind: groupOf(item.type).toLowerCase(), section: 'entry' },
    isChild: isGrouped && item.requestId !== undefined,
    type: withoutTurns(item.type),
    method: hasColumns ? withoutTurns(item.method ?? '') : '',
    duration: hasColumns && durationInMs !== undefined ? durationText(durationInMs) : '',
    message: withoutTurns(isWrapped ? wrappedTextOf(item, hasColumns) : firstLineOf(item, hasColumns).line),
    mark,
    chevron: {
      label: isExpanded ? strings.collapse : strings.expand,
      ...{ isOpen: isExpanded, isQuiet: !isExpandable(item) },
    },
    hasDetails: isExpanded,
  };
}

const nothing = {
  isChild: false,
  typeIcon: undefined,
  type: '',
  method: '',
  duration: '',
  before: undefined,
  message: '',
  head: undefined,
  mark: undefined,
  hasDetails: false,
} as const;

function gapText(
  { from, until, isLoading }: NonNullable<ListItem['gap']>,
  strings: Strings,
  isUtc: boolean,
): string {
  const said = (ms: number) => {
    const { date, clock } = clockParts(ms, isUtc);
    return `${date} ${clock}`;
  };
  return formatText(isLoading ? strings.gapLoading : strings.gap, said(from), said(until));
}
