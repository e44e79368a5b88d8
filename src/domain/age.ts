import * as l10n from '@vscode/l10n';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const units = [
  { unit: 'year', ms: 365 * dayMs },
  { unit: 'month', ms: 30 * dayMs },
  { unit: 'day', ms: dayMs },
  { unit: 'hour', ms: hourMs },
  { unit: 'minute', ms: minuteMs },
] as const;

/**
 * Formats a duration in its largest unit, rounded down, such as "2 min" or "2 minutes". Returns `undefined` for less
 * than a minute.
 */
export function formatElapsedTime(ms: number, locale: string, style: 'short' | 'long'): string | undefined {
  const { count, unit } = toLargestUnit(ms);
  if (unit === 'second') return undefined;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: style }).format(count);
}

/**
 * Formats an age for a sentence or a page: in its largest unit, rounded down, such as "3 hours ago". An age below one
 * minute or below 0 is "just now". Rows of trees and lists have the form of `formatShortAge`.
 */
export function formatAge(ms: number, locale: string): string {
  return formatRelativeTime(ms, locale, 'long');
}

function formatRelativeTime(ms: number, locale: string, style: 'narrow' | 'long'): string {
  const { count, unit } = toLargestUnit(ms);
  if (unit === 'second') return l10n.t('just now');
  return new Intl.RelativeTimeFormat(locale, { style }).format(-count, unit);
}

/**
 * Formats an age for a row of a tree or a list: in its largest unit, rounded down, without "ago", such as "3h". An age
 * below one minute or below 0 is "just now". An age of a month or more has "ago", because the unit "m" alone is ambiguous.
 */
export function formatShortAge(ms: number, locale: string): string {
  const { count, unit } = toLargestUnit(ms);
  if (unit === 'second' || unit === 'month' || unit === 'year')
    return formatRelativeTime(ms, locale, 'narrow');
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
}

/** Returns a key that is the same for all ages that `formatAge` and `formatShortAge` format as the same texts. */
export function getAgeKey(ms: number): string {
  const { count, unit } = toLargestUnit(ms);
  return `${count} ${unit}`;
}

function toLargestUnit(ms: number) {
  const largest = units.find((unit) => ms >= unit.ms);
  return largest
    ? { count: Math.floor(ms / largest.ms), unit: largest.unit }
    : { count: 0, unit: 'second' as const };
}
