/** Formats a duration, such as `857 ms`, `2 s`, `2.14 s`, `12.3 s`, `2 min 5 s`, and `3 h 20 min`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  const hundredths = Math.round(ms / 10);
  if (hundredths < 1000) return `${hundredths / 100} s`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${tenths / 10} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a number of bytes, such as "1.3 MB". */
export function formatSize(bytes: number, language: string): string {
  const unitIndex = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1);
  const isInBytes = unitIndex === 0;
  return getUnitFormat(
    language,
    sizes[unitIndex] ?? 'byte',
    isInBytes ? 'long' : 'short',
    isInBytes ? 0 : 1,
  ).format(bytes / 1000 ** unitIndex);
}

/** Formats a rate between 0 and 1 in percent with two significant digits, such as "0.86%", "1.0%", and "12%". */
export function formatRate(rate: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'percent',
    minimumSignificantDigits: rate === 0 ? 1 : 2,
    maximumSignificantDigits: 2,
  }).format(rate);
}

const timeUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats the approximate length of a time span, such as "4 days", "36 hours", and "1 second". */
export function formatTimeSpan(ms: number, language: string | undefined): string {
  const [unit, unitMs] = timeUnits.find(([, length]) => ms >= 2 * length) ?? ['second', 1000];
  return getUnitFormat(language, unit, 'long', 0).format(Math.max(1, Math.round(ms / unitMs)));
}

/** Cached formats, because creating one takes longer than rendering a row. */
const formats = new Map<string, Intl.NumberFormat>();

function getUnitFormat(
  language: string | undefined,
  unit: string,
  unitDisplay: 'short' | 'long',
  maximumFractionDigits: number,
): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits });
  formats.set(key, format);
  return format;
}
