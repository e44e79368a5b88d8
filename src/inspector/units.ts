/** Numbers with their units, as people of a language write them. */

export function durationText(ms: number, language: string): string {
  return ms < 1000
    ? formatOf(language, 'millisecond', 'short', 0).format(ms)
    : formatOf(language, 'second', 'short', 1).format(ms / 1000);
}

export function sizeText(bytes: number, language: string): string {
  if (bytes < 1000) return formatOf(language, 'byte', 'long', 1).format(bytes);
  return bytes < 1_000_000
    ? formatOf(language, 'kilobyte', 'short', 1).format(bytes / 1000)
    : formatOf(language, 'megabyte', 'short', 1).format(bytes / 1_000_000);
}

/** Making one takes longer than drawing a row. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(
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
