import * as l10n from '@vscode/l10n';

/** Matches an age, such as `15m`. */
const agePattern = /^\d{1,9}[smhdw]$/;
/** Matches a date or a date-time of ISO 8601: date, time of day, and offset. */
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:\d{2})?)?$/;

/** Describes the formats that `readLogTime` accepts. */
export const logTimeRule = (): string =>
  l10n.t('must be an ISO 8601 date or date-time, or a duration before now, such as 30s, 15m, 1h, 2d, or 1w');

/**
 * Converts a value for `since` or `until`. An age, such as `1h`, isn't changed. A time becomes ISO 8601 in UTC, to the
 * millisecond. A time without an offset is in UTC. Returns `undefined` for any other text, such as a number: the
 * service would interpret `2026` as an age of 2026 milliseconds.
 */
export function readLogTime(time: string | Date): string | undefined {
  if (time instanceof Date) return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  const text = time.trim();
  if (agePattern.test(text)) return text;
  const [, day, timeOfDay, offset] = dateTimePattern.exec(text) ?? [];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const timestampMs = Date.parse(`${day}T${timeOfDay ?? '00:00'}${(offset ?? 'Z').toUpperCase()}`);
  return Number.isNaN(timestampMs) ? undefined : new Date(timestampMs).toISOString();
}

// `Date.parse` turns February 30 into a day in March.
function isCalendarDay(day: string): boolean {
  const start = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
}
