export function formatDuration(ms: number, language: string): string {
  return ms < 1000
    ? getUnitFormat(language, 'millisecond', 'short', 0).format(ms)
    : getUnitFormat(language, 'second', 'short', 1).format(ms / 1000);
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

/** Cached formats, because creating one takes longer than rendering a row. */
const formats = new Map<string, Intl.NumberFormat>();

function getUnitFormat(
  language: string,
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
