import { formatText } from '../../editor/webview/formatText.ts';
import type { LogTexts } from '../pageTexts.ts';
import { toDateAndTime } from '../rowText.ts';
import type { Histogram, HistogramBin } from '../view/histogram.ts';

/** A range of bins, both ends included. */
export interface BinRange {
  readonly first: number;
  readonly last: number;
}

/** Milliseconds since the epoch, both ends included. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

/** Returns the left edge of a bin, in whole pixels so that bars are sharp. */
export function getBinLeftPx(bin: number, count: number, width: number): number {
  return Math.round((bin * width) / count);
}

/** Returns the bin at a distance of `x` pixels from the left edge. Outside, returns the nearest one. */
export function findBinAtPixel(x: number, count: number, width: number): number {
  let bin = clampBin(Math.floor((x * count) / width), count);
  // The edges of bins are rounded to pixels.
  if (bin + 1 < count && getBinLeftPx(bin + 1, count, width) <= x) bin++;
  else if (bin > 0 && getBinLeftPx(bin, count, width) > x) bin--;
  return bin;
}

/** Returns the bin that contains a time. Outside, returns the nearest one. */
export function findBinAtTime(time: number, { from, binWidthMs, bins }: Histogram): number {
  return clampBin(Math.floor((time - from) / binWidthMs), bins.length);
}

/** Returns the bins that a time span touches, or `undefined` if it's outside. */
export function toBinRange(range: TimeSpan, shown: Histogram): BinRange | undefined {
  const { from, binWidthMs, bins } = shown;
  if (range.until < from || range.from >= from + binWidthMs * bins.length) return undefined;
  return { first: findBinAtTime(range.from, shown), last: findBinAtTime(range.until, shown) };
}

/** Returns the time span of bins. The next one begins one millisecond after its end. */
export function toTimeSpan({ first, last }: BinRange, { from, binWidthMs }: Histogram): TimeSpan {
  return { from: from + first * binWidthMs, until: from + (last + 1) * binWidthMs - 1 };
}

/**
 * Returns the heights of a bin's parts in pixels, from the bottom: errors, warnings, others. Each part with entries has
 * at least three pixels, as long as the bar has space left.
 */
export function computeBarHeights(
  bin: HistogramBin,
  most: number,
  height: number,
): readonly [number, number, number] {
  const of = (count: number, left: number) =>
    count === 0 ? 0 : Math.min(left, Math.max(3, Math.round((count / most) * height)));
  const errors = of(bin.errors, height);
  const warnings = of(bin.warnings, height - errors);
  return [errors, warnings, of(bin.others, height - errors - warnings)];
}

/** Returns the bins with a label below their start: 2 to 4, depending on the width. */
export function chooseLabeledBins(count: number, width: number): number[] {
  const labels = Math.min(count, Math.max(2, Math.min(4, Math.floor(width / 150))));
  return Array.from({ length: labels }, (_, index) => Math.floor((index * count) / labels));
}

/** Formats a time with the precision of the bins, and with its date if they span several days. */
export function formatBinTime(time: number, shown: Histogram, isUtc: boolean): string {
  const { from, binWidthMs, bins } = shown;
  const { date, clock } = toDateAndTime(time, isUtc);
  if (binWidthMs >= 86_400_000) return date;
  const hasDate =
    toDateAndTime(from, isUtc).date !== toDateAndTime(from + binWidthMs * bins.length - 1, isUtc).date;
  return `${hasDate ? `${date.slice(5)} ` : ''}${clock.slice(0, binWidthMs < 60_000 ? 8 : 5)}`;
}

/** Describes a range of bins, such as `10:00–10:05 · 41 entries, 2 errors`. */
export function describeBinRange(
  range: BinRange,
  shown: Histogram,
  isUtc: boolean,
  strings: LogTexts,
  number: (value: number) => string,
): string {
  const bins = shown.bins.slice(range.first, range.last + 1);
  const sum = (part: 'errors' | 'warnings' | 'others') => bins.reduce((all, bin) => all + bin[part], 0);
  const [errors, warnings] = [sum('errors'), sum('warnings')];
  const entries = errors + warnings + sum('others');
  const counted = (count: number, one: string, many: string) =>
    count === 1 ? one : formatText(many, number(count));
  const { from, until } = toTimeSpan(range, shown);
  const [start, end] = [
    formatBinTime(from, shown, isUtc),
    formatBinTime(getLabeledEnd(until, shown), shown, isUtc),
  ];
  const texts = [
    counted(entries, strings.oneEntry, strings.entries),
    errors === 0 ? undefined : counted(errors, strings.oneError, strings.errors),
    warnings === 0 ? undefined : counted(warnings, strings.oneWarning, strings.warnings),
    bins.some(({ isMissing }) => isMissing) ? strings.notAllLoaded : undefined,
  ].filter((part) => part !== undefined);
  return `${start === end ? start : `${start}–${end}`} · ${texts.join(', ')}`;
}

/** Returns the time that labels the end of a range: the next moment for a clock, the last day for dates. */
function getLabeledEnd(until: number, { binWidthMs }: Histogram): number {
  return binWidthMs >= 86_400_000 ? until : until + 1;
}

function clampBin(bin: number, count: number): number {
  return Math.max(0, Math.min(bin, count - 1));
}
