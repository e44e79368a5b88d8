const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  { unit: 'year', ms: 365 * day },
  { unit: 'month', ms: 30 * day },
  { unit: 'day', ms: day },
  { unit: 'hour', ms: hour },
  { unit: 'minute', ms: minute },
] as const;

/**
 * Formats a duration as its largest whole unit, such as "2 min" or "2 minutes". Returns `undefined` in the first
 * minute.
 */
export function formatElapsedTime(ms: number, locale: string, style: 'short' | 'long'): string | undefined {
  const found = units.find((one) => ms >= one.ms);
  if (!found) return undefined;
  const { unit, ms: length } = found;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: style }).format(
    Math.floor(ms / length),
  );
}

/** Formats an age as its largest whole unit, such as "3h ago" or "3 hours ago". A time in the future is "now". */
export function formatAge(ms: number, locale: string, style: 'narrow' | 'long'): string {
  const { count, unit } = toLargestUnit(ms);
  const numeric = unit === 'second' ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat(locale, { style, numeric }).format(-count, unit);
}

/** Returns a key that is the same for all ages with the same text. */
export function getAgeKey(ms: number): string {
  const { count, unit } = toLargestUnit(ms);
  return `${count} ${unit}`;
}

function toLargestUnit(ms: number) {
  const found = units.find((one) => ms >= one.ms);
  return found
    ? { count: Math.floor(ms / found.ms), unit: found.unit }
    : { count: 0, unit: 'second' as const };
}
