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

/** To make one takes longer than to use it a hundred times. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

function formatOf(locale: string, style: 'narrow' | 'long', numeric: 'always' | 'auto') {
  const key = `${locale} ${style} ${numeric}`;
  const format = formats.get(key) ?? new Intl.RelativeTimeFormat(locale, { style, numeric });
  formats.set(key, format);
  return format;
}

/** How long ago, in its largest whole unit, in a language: "3h ago", or "3 hours ago". What is to come is now. */
export function ageText(ms: number, locale: string, style: 'narrow' | 'long'): string {
  const found = units.find((one) => ms >= one.ms);
  if (!found) return formatOf(locale, style, 'auto').format(0, 'second');
  return formatOf(locale, style, 'always').format(-Math.floor(ms / found.ms), found.unit);
}
