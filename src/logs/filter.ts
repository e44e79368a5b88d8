import { emptyQuery, hasQueryText, type TextQuery } from '../editor/webview/textQuery.ts';

/**
 * The groups of entries with a level button: the levels of the service, and `OTHER` for all other types, such as START
 * and END.
 */
export const levelGroups = ['ERROR', 'WARNING', 'INFO', 'DEBUG', 'OTHER'] as const;
export type LevelGroup = (typeof levelGroups)[number];

/** The method of a request, and for a tool call the tool. */
export interface RequestOperation {
  readonly method?: string;
  readonly tool?: string;
}

/** The filter of the loaded rows in a panel. Empty fields don't hide rows. */
export interface LogFilter {
  readonly levels: readonly LevelGroup[];
  readonly find: TextQuery;
  /** Keeps rows without the text, and only highlights and counts matches. */
  readonly isHighlighting: boolean;
  readonly requestId?: string;
  /** Keeps only requests with exactly this method and tool. */
  readonly operation?: RequestOperation;
  /** Milliseconds since the epoch, both ends included. */
  readonly time?: { readonly from: number; readonly until: number };
}

export const noFilter: LogFilter = { levels: [], find: emptyQuery, isHighlighting: false };

/** Returns the group of an entry type. */
export function toLevelGroup(type: string): LevelGroup {
  const upper = type.toUpperCase();
  if (upper === 'WARN') return 'WARNING';
  if (upper === 'FATAL' || upper === 'CRITICAL') return 'ERROR';
  return levelGroups.find((group) => group === upper) ?? 'OTHER';
}

/** Whether the filter can hide rows. */
export function canHideRows(filter: LogFilter): boolean {
  const { levels, find, isHighlighting, requestId, operation, time } = filter;
  return (
    levels.length > 0 ||
    (hasQueryText(find) && !isHighlighting) ||
    requestId !== undefined ||
    operation !== undefined ||
    time !== undefined
  );
}

/** A filter, divided into a part for the service and a part for this extension. */
interface SplitFilter {
  readonly serviceLevels: readonly LevelGroup[];
  readonly serviceText: string;
  readonly hasServicePart: boolean;
  /** The remaining filter of this extension. */
  readonly localFilter: LogFilter;
}

/**
 * Divides a filter. The service can filter by level, but not by START, END, and other types, and by text, but not by
 * pattern or case. It can't filter by request, by tool, or by the time range selected in the histogram.
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
