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

/** For how long already, in its largest whole unit, in a language: "2 min", or "2 minutes". Nothing in the first minute. */
export function elapsedText(ms: number, locale: string, style: 'short' | 'long'): string | undefined {
  const found = units.find((one) => ms >= one.ms);
  if (!found) return undefined;
  const { unit, ms: length } = found;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: style }).format(
    Math.floor(ms / length),
  );
}

/** A list of a thousand rows says few different ones, and to format one takes long. */
const known = new Map<string, string>();

/** How long ago, in its largest whole unit, in a language: "3h ago", or "3 hours ago". What is to come is now. */
export function ageText(ms: number, locale: string, style: 'narrow' | 'long'): string {
  const found = units.find((one) => ms >= one.ms);
  const [count, unit] = found ? [Math.floor(ms / found.ms), found.unit] : [0, 'second' as const];
  const key = `${locale} ${style} ${count} ${unit}`;
  const text =
    known.get(key) ??
    new Intl.RelativeTimeFormat(locale, { style, numeric: found ? 'always' : 'auto' }).format(-count, unit);
  known.set(key, text);
  return text;
}
