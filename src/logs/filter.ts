import { hasText, noText, type TextQuery } from '../editor/webview/textQuery.ts';

/** What a level button stands for: a level of the service, or all other types (START, END, unknown ones). */
export const levelGroups = ['ERROR', 'WARNING', 'INFO', 'DEBUG', 'OTHER'] as const;
export type LevelGroup = (typeof levelGroups)[number];

/** What the panel narrows its loaded rows to. Empty parts narrow nothing. */
export interface Filter {
  readonly levels: readonly LevelGroup[];
  readonly find: TextQuery;
  /** Rows without the text stay; only its hits are marked and counted. */
  readonly isHighlighting: boolean;
  readonly requestId?: string;
  /** Milliseconds since the epoch, both ends included. */
  readonly time?: { readonly from: number; readonly until: number };
}

export const noFilter: Filter = { levels: [], find: noText, isHighlighting: false };

/** The button that an entry of this type belongs to. */
export function groupOf(type: string): LevelGroup {
  const upper = type.toUpperCase();
  if (upper === 'WARN') return 'WARNING';
  if (upper === 'FATAL' || upper === 'CRITICAL') return 'ERROR';
  return levelGroups.find((group) => group === upper) ?? 'OTHER';
}

/** Whether the filter keeps any rows from being shown. */
export function isNarrowing(filter: Filter): boolean {
  const { levels, find, isHighlighting, requestId, time } = filter;
  return (
    levels.length > 0 || (hasText(find) && !isHighlighting) || requestId !== undefined || time !== undefined
  );
}

/** A filter of which the service does what it can. */
interface Divided {
  readonly level: readonly LevelGroup[];
  readonly text: string;
  /** There is something for the service to narrow to. */
  readonly isAny: boolean;
  /** What is left to do here. */
  readonly here: Filter;
}

/**
 * The service knows levels, but not START, END and other types; texts, but neither patterns nor their case; and neither
 * requests nor the times that are chosen here.
 */
export function divided(filter: Filter): Divided {
  const { levels, find } = filter;
  const level = levels.includes('OTHER') ? [] : levels;
  const text = find.isRegex ? '' : find.text.trim();
  const isTextDone = text !== '' && !find.isCaseSensitive;
  const here = {
    ...filter,
    levels: level.length > 0 ? [] : levels,
    find: isTextDone ? noText : find,
  };
  return { level, text, isAny: level.length > 0 || text !== '', here };
}
