import * as l10n from '@vscode/l10n';

const relative = /^\d{1,9}[smhdw]$/;
const absolute =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:\d{2})?)?$/;

/** Returns the formats that `readLogTime` accepts, for a message. */
export const logTimeRule = (): string =>
  l10n.t('must be an ISO 8601 date or date-time, or a duration before now, such as 30s, 15m, 1h, 2d, or 1w');

/**
 * Converts a value for `since` or `until`: a duration before now stays as it is (`1h`), and a time becomes ISO 8601 in
 * UTC, to the millisecond. A time without an offset is in UTC. Returns `undefined` for anything else, and also for a
 * number, because the service would interpret `2026` as that many milliseconds before now.
 */
export function readLogTime(time: string | Date): string | undefined {
  if (time instanceof Date) return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  const text = time.trim();
  if (relative.test(text)) return text;
  const [, day, clock, offset] = absolute.exec(text) ?? [];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const point = Date.parse(`${day}T${clock ?? '00:00'}${(offset ?? 'Z').toUpperCase()}`);
  return Number.isNaN(point) ? undefined : new Date(point).toISOString();
}

// `Date.parse` turns February 30 into a day in March.
function isCalendarDay(day: string): boolean {
  const start = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
}
