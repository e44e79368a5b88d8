import { formatText } from '../../editor/webview/formatText.ts';
import type { JsonOutline } from '../../editor/webview/jsonOutline.ts';
import { formatDuration, formatTimeSpan } from '../../editor/webview/units.ts';
import { toLevelGroup } from '../filter.ts';
import { parseJsonContent } from '../jsonContent.ts';
import type { LogTexts } from '../pageTexts.ts';
import type { ListItem } from '../protocol.ts';
import {
  getFirstLine,
  getWrappedText,
  hasOnlyDuration,
  isExpandable,
  markInvisibleCharacters,
  shortenRequestId,
  toDateAndTime,
} from '../rowText.ts';
import type { ViewOptions } from '../savedState.ts';

/** The options and state that determine how a row is shown. */
export interface RowAppearance {
  readonly isExpanded: boolean;
  /** Whether an expanded row shows its complete text. */
  readonly hasWholeText: boolean;
  /** Matches the text to highlight, with the flag g. */
  readonly highlight: RegExp | undefined;
  readonly options: ViewOptions;
  /** Whether the summary of errors has the row. */
  readonly isError?: boolean;
  /** Whether the row shows its date, because its list isn't in the order of the times. */
  readonly hasDate?: boolean;
  /** The language of the user. */
  readonly language?: string | undefined;
}

interface JsonMessage {
  readonly outline: JsonOutline;
  /** Maximum length of the line in UTF-16 units. */
  readonly maxLength: number;
  /** The texts around the content: the method and the duration. */
  readonly before: string;
  readonly after: string;
}

/** Maximum length of JSON in a row, in UTF-16 units, which is more than a wide panel shows. */
const maxJsonLength = 180;
const maxWrappedJsonLength = 2000;

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
  /** The element beside the message of a gap: a button that loads the gap, or an indicator that it's loading. */
  readonly gapElement: 'load' | 'loading' | undefined;
  /**
   * The name of the entry's request before the message, or empty. It isn't searched, and has no highlighting. With
   * `isNameOptional`, it's only shown if the row above belongs to another request.
   */
  readonly requestName: string;
  readonly isNameOptional: boolean;
  /** Empty if `json` replaces it. */
  readonly message: string;
  /** The tooltip of the message. Entries show their text in the details. */
  readonly hint: string;
  /** The message as JSON. Absent if the content isn't JSON. */
  readonly json: JsonMessage | undefined;
  /** The texts of a request header, which replace the message. */
  readonly head: HeadTexts | undefined;
  /** The duration of a request in milliseconds, for its bar. */
  readonly durationInMs: number | undefined;
  /** Matches the highlighted text in the message. */
  readonly highlight: RegExp | undefined;
  readonly chevron: { readonly label: string; readonly isOpen: boolean; readonly isQuiet: boolean };
  /** Whether the details are shown below the row. */
  readonly hasDetails: boolean;
}

export function createRowContent(item: ListItem, appearance: RowAppearance, texts: LogTexts): RowContent {
  const { head, gap } = item;
  if (gap) return createGapContent(gap, appearance, texts);
  if (head) return createHeadContent({ ...item, head }, texts);
  return createEntryContent(item, appearance, texts);
}

function createGapContent(
  { from, until, isLoading }: NonNullable<ListItem['gap']>,
  { options, language }: RowAppearance,
  texts: LogTexts,
): RowContent {
  const [start, end] = [toDateAndTime(from, options.isUtc), toDateAndTime(until, options.isUtc)];
  const formatTime = ({ date, clock }: typeof start) =>
    start.date === end.date ? clock : `${date} ${clock}`;
  const message = formatText(
    isLoading ? texts.gapLoading : texts.gap,
    formatTimeSpan(until - from, language),
  );
  return {
    ...emptyContent,
    kind: 'gap',
    section: 'gap',
    gapElement: isLoading ? 'loading' : 'load',
    message,
    hint: `${message}\n${formatText(texts.gapHint, formatTime(start), formatTime(end))}`,
    chevron: { label: '', isOpen: false, isQuiet: true },
  };
}

function createHeadContent(
  item: ListItem & { readonly head: NonNullable<ListItem['head']> },
  texts: LogTexts,
): RowContent {
  const { head } = item;
  const hasFailed = head.errors > 0;
  return {
    ...emptyContent,
    kind: hasFailed ? 'head error' : 'head',
    section: 'request',
    typeIcon: hasFailed
      ? 'error'
      : head.warnings > 0 && head.hasEnded
        ? 'warning'
        : getEndIcon(head.hasEnded),
    head: createHeadTexts(item, texts),
    durationInMs: head.durationInMs,
    chevron: {
      label: head.isOpen ? texts.collapse : texts.expand,
      isOpen: head.isOpen,
      isQuiet: false,
    },
  };
}

/** Returns the icon of a finished or running request, or `undefined` if its state is unknown. */
function getEndIcon(hasEnded: boolean | undefined): string | undefined {
  return hasEnded === undefined ? undefined : hasEnded ? 'pass' : 'loading';
}

function createEntryContent(
  item: ListItem,
  { isExpanded, highlight, options, isError = false }: RowAppearance,
  texts: LogTexts,
): RowContent {
  const { isWrapped, isGrouped } = options;
  const outline = parseJsonContent(item);
  const { method, ...itemWithoutMethod } = item;
  const requestName = findShownName(item, highlight);
  const isNameOptional = method === undefined && !hasOnlyDuration(item);
  // All calls have the same method, so that the tool replaces it.
  const source: ListItem = requestName === '' ? item : itemWithoutMethod;
  return {
    ...emptyContent,
    kind: isError ? 'error' : toLevelGroup(item.type).toLowerCase(),
    section: 'entry',
    isChild: isGrouped && item.requestId !== undefined,
    type: markInvisibleCharacters(item.type),
    requestName,
    isNameOptional,
    message: outline
      ? ''
      : markInvisibleCharacters(isWrapped ? getWrappedText(source) : getFirstLine(source).line),
    json: outline && {
      outline,
      maxLength: isWrapped ? maxWrappedJsonLength : maxJsonLength,
      before: markInvisibleCharacters(source.method ?? ''),
      after: item.durationInMs === undefined ? '' : formatDuration(item.durationInMs),
    },
    highlight,
    chevron: {
      label: isExpanded ? texts.collapse : texts.expand,
      isOpen: isExpanded,
      isQuiet: outline ? outline.counts[0] === 0 : !isExpandable(item),
    },
    hasDetails: isExpanded,
  };
}

/** Returns the name of an entry's request, or an empty text if the entry contains it, or if its method must be visible. */
function findShownName(
  { requestName = '', content = '', method = '' }: ListItem,
  highlight?: RegExp,
): string {
  const isMethodMatch = highlight !== undefined && method.search(highlight) >= 0;
  return isMethodMatch || content.includes(requestName) ? '' : markInvisibleCharacters(requestName);
}

const emptyContent = {
  isChild: false,
  typeIcon: undefined,
  type: '',
  gapElement: undefined,
  requestName: '',
  isNameOptional: false,
  message: '',
  hint: '',
  json: undefined,
  head: undefined,
  durationInMs: undefined,
  highlight: undefined,
  hasDetails: false,
} as const;

/** Returns the texts of a request header. `took`, `entries`, and `errors` are columns. */
function createHeadTexts(
  { requestId = '', head }: Pick<ListItem, 'requestId'> & { readonly head: NonNullable<ListItem['head']> },
  texts: LogTexts,
) {
  const {
    method = '',
    durationInMs,
    hasEnded,
    entries,
    errors,
    warnings,
    subject = '',
    firstProblem = '',
  } = head;
  const formatCount = (count: number, singular: string, plural: string) =>
    count === 0 ? [] : [count === 1 ? singular : formatText(plural, count)];
  const name = subject || method;
  // A tool's name implies the method. Without a name, only the ID distinguishes requests.
  const also = name === '' ? shortenRequestId(requestId) : method === 'tools/call' ? '' : method;
  return {
    name: formatRequestName(name, texts),
    also: also === name ? '' : markInvisibleCharacters(also),
    took:
      durationInMs === undefined ? (hasEnded === false ? texts.pending : '') : formatDuration(durationInMs),
    tookHint: durationInMs === undefined ? '' : texts.durationLine,
    entries: formatCount(entries, texts.oneEntry, texts.entries).join(''),
    errors: formatCount(errors, texts.oneError, texts.errors).join(''),
    warnings: formatCount(warnings, texts.oneWarning, texts.warnings).join(''),
    'first-problem': markInvisibleCharacters(firstProblem),
  };
}

/** Returns the name of a request's tool or its method, or a text for an unknown one. */
export function formatRequestName(name: string | undefined, texts: LogTexts): string {
  return markInvisibleCharacters(name || texts.unknownOperation);
}
