import { formatText } from '../../editor/webview/formatText.ts';
import { toLevelGroup } from '../filter.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem } from '../protocol.ts';
import {
  formatCallDuration,
  getFirstLine,
  getWrappedText,
  isExpandable,
  markInvisibleCharacters,
  shortenRequestId,
  toDateAndTime,
} from '../rowText.ts';
import type { ViewOptions } from '../savedState.ts';

/** The appearance of a row. */
export interface RowAppearance {
  readonly isExpanded: boolean;
  /** Whether an expanded row shows its complete text. */
  readonly hasWholeText: boolean;
  /** Matches the highlighted text, with the flag g. */
  readonly highlight: RegExp | undefined;
  readonly options: ViewOptions;
}

export type HeadTexts = ReturnType<typeof createHeadTexts>;

/** The contents of a row's cells. Each kind of row sets all fields, because row elements are reused. */
export interface RowContent {
  /** The class names of the row's kind. */
  readonly kind: string;
  readonly section: 'gap' | 'request' | 'entry';
  readonly isChild: boolean;
  /** A codicon that replaces the type. */
  readonly typeIcon: string | undefined;
  readonly type: string;
  readonly method: string;
  readonly duration: string;
  /** The element before the message: a button that loads a gap, or an indicator that it's loading. */
  readonly leadingElement: 'load' | 'loading' | undefined;
  readonly message: string;
  /** The texts of a request header, which replace the message. */
  readonly head: HeadTexts | undefined;
  /** Matches the highlighted text in the message. */
  readonly highlight: RegExp | undefined;
  readonly chevron: { readonly label: string; readonly isOpen: boolean; readonly isQuiet: boolean };
  /** Whether the details are shown below the row. */
  readonly hasDetails: boolean;
}

export function createRowContent(item: ListItem, look: RowAppearance, strings: LogTexts): RowContent {
  const { head, gap } = item;
  if (gap) return createGapContent(gap, look.options.isUtc, strings);
  if (head) return createHeadContent({ ...item, head }, strings);
  return createEntryContent(item, look, strings);
}

function createGapContent(gap: NonNullable<ListItem['gap']>, isUtc: boolean, strings: LogTexts): RowContent {
  return {
    ...emptyContent,
    kind: 'gap',
    section: 'gap',
    // The button comes first, because long messages are cut off.
    leadingElement: gap.isLoading ? 'loading' : 'load',
    message: describeGap(gap, strings, isUtc),
    chevron: { label: '', isOpen: false, isQuiet: true },
  };
}

function createHeadContent(
  item: ListItem & { readonly head: NonNullable<ListItem['head']> },
  strings: LogTexts,
): RowContent {
  const { head } = item;
  const hasFailed = head.errors > 0;
  return {
    ...emptyContent,
    kind: hasFailed ? 'head error' : 'head',
    section: 'request',
    typeIcon: hasFailed ? 'error' : getEndIcon(head.hasEnded),
    head: createHeadTexts(item, strings),
    chevron: {
      label: head.isOpen ? strings.collapse : strings.expand,
      isOpen: head.isOpen,
      isQuiet: false,
    },
  };
}

/** Returns `undefined` if it's unknown. */
function getEndIcon(hasEnded: boolean | undefined): string | undefined {
  return hasEnded === undefined ? undefined : hasEnded ? 'pass' : 'loading';
}

function createEntryContent(
  item: ListItem,
  { isExpanded, highlight, options }: RowAppearance,
  strings: LogTexts,
): RowContent {
  const { isWrapped, isGrouped, hasColumns } = options;
  const { durationInMs } = item;
  return {
    ...emptyContent,
    kind: toLevelGroup(item.type).toLowerCase(),
    section: 'entry',
    isChild: isGrouped && item.requestId !== undefined,
    type: markInvisibleCharacters(item.type),
    method: hasColumns ? markInvisibleCharacters(item.method ?? '') : '',
    duration: hasColumns && durationInMs !== undefined ? formatCallDuration(durationInMs) : '',
    message: markInvisibleCharacters(
      isWrapped ? getWrappedText(item, hasColumns) : getFirstLine(item, hasColumns).line,
    ),
    highlight,
    chevron: {
      label: isExpanded ? strings.collapse : strings.expand,
      isOpen: isExpanded,
      isQuiet: !isExpandable(item),
    },
    hasDetails: isExpanded,
  };
}

const emptyContent = {
  isChild: false,
  typeIcon: undefined,
  type: '',
  method: '',
  duration: '',
  leadingElement: undefined,
  message: '',
  head: undefined,
  highlight: undefined,
  hasDetails: false,
} as const;

function describeGap(
  { from, until, isLoading }: NonNullable<ListItem['gap']>,
  strings: LogTexts,
  isUtc: boolean,
): string {
  const formatTime = (ms: number) => {
    const { date, clock } = toDateAndTime(ms, isUtc);
    return `${date} ${clock}`;
  };
  return formatText(isLoading ? strings.gapLoading : strings.gap, formatTime(from), formatTime(until));
}

/** Returns the texts of a request header, one for each column. */
function createHeadTexts(
  { requestId = '', head }: Pick<ListItem, 'requestId'> & { readonly head: NonNullable<ListItem['head']> },
  strings: LogTexts,
) {
  const { method = '', durationInMs, hasEnded, entries, errors, warnings, subject = '' } = head;
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : formatText(many, count)];
  const problems = [
    ...counted(errors, strings.oneError, strings.errors),
    ...counted(warnings, strings.oneWarning, strings.warnings),
  ];
  return {
    /** The name of the tool, the method, or the request ID. */
    name: markInvisibleCharacters(
      subject || method || formatText(strings.request, shortenRequestId(requestId)),
    ),
    took:
      durationInMs === undefined
        ? hasEnded === false
          ? strings.notFinished
          : ''
        : formatCallDuration(durationInMs),
    entries: counted(entries, strings.oneEntry, strings.entries).join(''),
    problems: problems.join(' · '),
    /** The method, unless it's the name. */
    also: subject === '' ? '' : markInvisibleCharacters(method),
  };
}
