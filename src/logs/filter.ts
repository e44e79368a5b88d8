import { emptyQuery, hasQueryText, type TextQuery } from '../editor/webview/textQuery.ts';

/** What a level button stands for: a level of the service, or all other types (START, END, unknown ones). */
export const levelGroups = ['ERROR', 'WARNING', 'INFO', 'DEBUG', 'OTHER'] as const;
export type LevelGroup = (typeof levelGroups)[number];

/** What the panel narrows its loaded rows to. Empty parts narrow nothing. */
export interface LogFilter {
  readonly levels: readonly LevelGroup[];
  readonly find: TextQuery;
  /** Rows without the text stay; only its hits are marked and counted. */
  readonly isHighlighting: boolean;
  readonly requestId?: string;
  /** Milliseconds since the epoch, both ends included. */
  readonly time?: { readonly from: number; readonly until: number };
}

export const noFilter: LogFilter = { levels: [], find: emptyQuery, isHighlighting: false };

/** The button that an entry of this type belongs to. */
export function toLevelGroup(type: string): LevelGroup {
  const upper = type.toUpperCase();
  if (upper === 'WARN') return 'WARNING';
  if (upper === 'FATAL' || upper === 'CRITICAL') return 'ERROR';
  return levelGroups.find((group) => group === upper) ?? 'OTHER';
}

/** Whether the filter keeps any rows from being shown. */
export function canHideRows(filter: LogFilter): boolean {
  const { levels, find, isHighlighting, requestId, time } = filter;
  return (
    levels.length > 0 ||
    (hasQueryText(find) && !isHighlighting) ||
    requestId !== undefined ||
    time !== undefined
  );
}

/** A filter of which the service does what it can. */
interface SplitFilter {
  readonly serviceLevels: readonly LevelGroup[];
  readonly serviceText: string;
  /** There is something for the service to narrow to. */
  readonly hasServicePart: boolean;
  /** What is left to do here. */
  readonly localFilter: LogFilter;
}

/**
 * The service knows levels, but not START, END and other types; texts, but neither patterns nor their case; and neither
 * requests nor the times that are chosen here.
 */
export function splitFilter(filter: LogFilter): SplitFilter {
  const { levels, find } = filter;
  const serviceLevels = levels.includes('OTHER') ? [] : levels;
  const serviceText = find.isRegex ? '' : find.text.trim();
  const isTextDone = serviceText !== '' && !find.isCaseSensitive;
  const localFilter = {
    ...filter,
    levels: serviceLevels.length > 0 ? [] : levels,
    find: isTextDone ? emptyQuery : find,
  };
  return {
    serviceLevels,
    serviceText,
    hasServicePart: serviceLevels.length > 0 || serviceText !== '',
    localFilter,
  };
}
