import type { LogRow } from './logRow.ts';
import { messageOf } from './rowText.ts';

/** What a level button stands for: a level of the service, or all other types (START, END, unknown ones). */
export const levelGroups = ['ERROR', 'WARNING', 'INFO', 'DEBUG', 'OTHER'] as const;
export type LevelGroup = (typeof levelGroups)[number];

/** What the panel narrows its loaded rows to. Empty parts narrow nothing. */
export interface Filter {
  readonly levels: readonly LevelGroup[];
  readonly text: string;
  readonly requestId?: string;
}

export const noFilter: Filter = { levels: [], text: '' };

/** The button that an entry of this type belongs to. */
export function groupOf(type: string): LevelGroup {
  const upper = type.toUpperCase();
  if (upper === 'WARN') return 'WARNING';
  return levelGroups.find((group) => group === upper) ?? 'OTHER';
}

/** Whether the filter narrows anything. */
export function isNarrowing(filter: Filter): boolean {
  return filter.levels.length > 0 || filter.text.trim() !== '' || filter.requestId !== undefined;
}

/** A test for rows, with the filter prepared once. Text is searched in any case, in all that a row shows. */
export function matcher(filter: Filter): (row: LogRow) => boolean {
  const levels = new Set<LevelGroup>(filter.levels);
  const text = filter.text.trim().toLowerCase();
  const { requestId } = filter;
  return (row) =>
    (levels.size === 0 || levels.has(groupOf(row.type))) &&
    (requestId === undefined || row.requestId === requestId) &&
    (text === '' || hasText(row, text));
}

function hasText(row: LogRow, text: string): boolean {
  return (
    messageOf(row).toLowerCase().includes(text) ||
    row.type.toLowerCase().includes(text) ||
    (row.requestId?.toLowerCase().includes(text) ?? false)
  );
}
