const secondMs = 1000;
const dayMs = 86_400 * secondMs;

/** Units in the spellings of the `ms` package. */
const units: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/^(years?|yrs?|y)$/, 365.25 * dayMs],
  [/^(weeks?|w)$/, 7 * dayMs],
  [/^(days?|d)$/, dayMs],
  [/^(hours?|hrs?|h)$/, 3600 * secondMs],
  [/^(minutes?|mins?|m)$/, 60 * secondMs],
  [/^(seconds?|secs?|s)$/, secondMs],
  [/^(milliseconds?|msecs?|ms|)$/, 1],
];

const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Reads `since` or `until` as milliseconds since the epoch: first as a duration before `now` in the format of
 * the `ms` package (`1M` is a minute, `2026` is milliseconds), then as ISO 8601. Returns `undefined` for
 * other texts. Throws for an empty text, as the service does.
 */
export function readTime(text: string, now: number): number | undefined {
  if (text === '') throw new RangeError('An empty time cannot be read');
  const duration = readDuration(text);
  if (duration !== undefined) return now - duration;
  const time = isoDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function readDuration(text: string): number | undefined {
  if (text.length > 100) return undefined;
  const match = /^(-?(?:\d+)?\.?\d+) *([a-z]*)$/i.exec(text);
  if (!match) return undefined;
  const unit = units.find(([pattern]) => pattern.test((match[2] ?? '').toLowerCase()));
  return unit && Number(match[1]) * unit[1];
}
