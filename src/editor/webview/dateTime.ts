/**
 * Formats a time, such as "Nov 25, 2026, 6:33 AM", in the language and time zone of the user. `time`: milliseconds since
 * the epoch. `medium` adds the seconds.
 */
export function formatDateTime(
  time: number,
  language: string | undefined,
  timeStyle: 'short' | 'medium' = 'short',
): string {
  return new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle });
}

/** Formats the date of a time, such as "Nov 25, 2026". */
export function formatDate(time: number, language: string | undefined): string {
  return new Date(time).toLocaleDateString(language, { dateStyle: 'medium' });
}
