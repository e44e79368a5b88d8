/** Numbers with their units, as people of a language write them. */

export function durationText(ms: number, language: string): string {
  const isShort = ms < 1000;
  return new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit: isShort ? 'millisecond' : 'second', unitDisplay: 'short' },
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? ms : ms / 1000);
}

const sizes = ['byte', 'kilobyte', 'megabyte'] as const;

export function sizeText(bytes: number, language: string): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  return new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit: sizes[step] ?? 'byte', unitDisplay: step === 0 ? 'long' : 'short' },
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}
