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

/** How long ago, in its largest whole unit, in a language: "3h ago", or "3 hours ago". What is to come is now. */
export function ageText(ms: number, locale: string, style: 'narrow' | 'long'): string {
  const found = units.find((one) => ms >= one.ms);
  if (!found) return new Intl.RelativeTimeFormat(locale, { style, numeric: 'auto' }).format(0, 'second');
  return new Intl.RelativeTimeFormat(locale, { style }).format(-Math.floor(ms / found.ms), found.unit);
}
