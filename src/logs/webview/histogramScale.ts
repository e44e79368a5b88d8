import { formatText } from '../../editor/webview/formatText.ts';
import type { LogTexts } from '../pageTexts.ts';
import { toDateAndTime } from '../rowText.ts';
import type { Histogram, HistogramBin } from '../view/histogram.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

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

/** Returns the left edge of a bin in pixels, rounded so that bars are sharp. */
export function getBinLeftPx(index: number, binCount: number, widthPx: number): number {
  return Math.round((index * widthPx) / binCount);
}

/**
 * Returns the index of the bin at a distance of `x` pixels from the left edge, or of the first or last bin if `x` is
 * outside the histogram.
 */
export function findBinAtPixel(x: number, binCount: number, widthPx: number): number {
  let index = clampBinIndex(Math.floor((x * binCount) / widthPx), binCount);
  // `getBinLeftPx` rounds, so the estimate can be off by one.
  if (index + 1 < binCount && getBinLeftPx(index + 1, binCount, widthPx) <= x) index++;
  else if (index > 0 && getBinLeftPx(index, binCount, widthPx) > x) index--;
  return index;
}

/**
 * Returns the index of the bin that contains a time, or of the first or last bin if the time is outside the histogram.
 */
export function findBinAtTime(time: number, { from, binWidthMs, bins }: Histogram): number {
  return clampBinIndex(Math.floor((time - from) / binWidthMs), bins.length);
}

/** Returns the bins that overlap a time span, or `undefined` if none do. */
export function toBinRange(span: TimeSpan, histogram: Histogram): BinRange | undefined {
  const { from, binWidthMs, bins } = histogram;
  if (span.until < from || span.from >= from + binWidthMs * bins.length) return undefined;
  return { first: findBinAtTime(span.from, histogram), last: findBinAtTime(span.until, histogram) };
}

/**
 * Returns the time span of a range of bins. `until` is the last millisecond of the range, because both ends are
 * included.
 */
export function toTimeSpan({ first, last }: BinRange, { from, binWidthMs }: Histogram): TimeSpan {
  return { from: from + first * binWidthMs, until: from + (last + 1) * binWidthMs - 1 };
}

/** Maximum width of a bar in pixels. With few bins, wider bars would look like areas. */
const maxBarWidthPx = 12;

/** Returns the width of a bar in pixels in a bin of this width, with a gap to the next bar. */
export function getBarWidthPx(binWidthPx: number): number {
  return Math.min(maxBarWidthPx, Math.max(1, binWidthPx - 1));
}

/** The levels of entries in a bin, from the most severe one. */
export const binLevels = ['errors', 'warnings', 'infos', 'debugs', 'others'] as const;

/** Returns the number of entries in a bin. */
export function countEntries(bin: HistogramBin): number {
  return binLevels.reduce((sum, level) => sum + bin[level], 0);
}

/** Returns the sums of the bins of a range. */
export function sumBins({ first, last }: BinRange, { bins }: Histogram): HistogramBin {
  const inRange = bins.slice(first, last + 1);
  const sum = (level: (typeof binLevels)[number]) => inRange.reduce((total, bin) => total + bin[level], 0);
  return {
    errors: sum('errors'),
    warnings: sum('warnings'),
    infos: sum('infos'),
    debugs: sum('debugs'),
    others: sum('others'),
    isMissing: inRange.some(({ isMissing }) => isMissing),
  };
}

/**
 * Returns the heights of a bin's parts in pixels, in the order of `binLevels` from the bottom. `maxCount` is the number of
 * entries in the fullest bin. Errors, warnings, and all other entries together get at least three pixels each as long as
 * the bar has space: errors get their height first, then warnings. The other levels share the rest.
 */
export function computeBarHeights(bin: HistogramBin, maxCount: number, height: number): readonly number[] {
  const getPartHeight = (count: number, availableHeight: number) =>
    count === 0 ? 0 : Math.min(availableHeight, Math.max(3, Math.round((count / maxCount) * height)));
  const errors = getPartHeight(bin.errors, height);
  const warnings = getPartHeight(bin.warnings, height - errors);
  let otherCount = countEntries(bin) - bin.errors - bin.warnings;
  let otherHeight = getPartHeight(otherCount, height - errors - warnings);
  const others = [bin.infos, bin.debugs, bin.others].map((count) => {
    if (count === 0) return 0;
    const part = Math.min(otherHeight, Math.max(1, Math.round((count / otherCount) * otherHeight)));
    otherCount -= count;
    otherHeight -= part;
    return part;
  });
  return [errors, warnings, ...others];
}

/**
 * Returns the indexes of the bins whose start time is labeled below the histogram: 2 to 4 of them, depending on the
 * width.
 */
export function chooseLabeledBins(binCount: number, widthPx: number): number[] {
  const labelCount = Math.min(binCount, Math.max(2, Math.min(4, Math.floor(widthPx / 150))));
  return Array.from({ length: labelCount }, (_, index) => Math.floor((index * binCount) / labelCount));
}

/** Formats a time with the precision of the bins, and with its date if the histogram spans several days. */
export function formatBinTime(time: number, histogram: Histogram, isUtc: boolean): string {
  const { from, binWidthMs, bins } = histogram;
  const { date, clock } = toDateAndTime(time, isUtc);
  if (binWidthMs >= dayMs) return date;
  const spansSeveralDays =
    toDateAndTime(from, isUtc).date !== toDateAndTime(from + binWidthMs * bins.length - 1, isUtc).date;
  return `${spansSeveralDays ? `${date.slice(5)} ` : ''}${clock.slice(0, binWidthMs < minuteMs ? 8 : 5)}`;
}

/** Describes a range of bins, such as `10:00–10:05 · 41 entries, 2 errors`. */
export function describeBinRange(
  range: BinRange,
  histogram: Histogram,
  isUtc: boolean,
  texts: LogTexts,
  formatNumber: (value: number) => string,
): string {
  const bin = sumBins(range, histogram);
  const { errors, warnings } = bin;
  const entries = countEntries(bin);
  const formatCount = (count: number, singular: string, plural: string) =>
    count === 1 ? singular : formatText(plural, formatNumber(count));
  const parts = [
    formatCount(entries, texts.oneEntry, texts.entries),
    errors === 0 ? undefined : formatCount(errors, texts.oneError, texts.errors),
    warnings === 0 ? undefined : formatCount(warnings, texts.oneWarning, texts.warnings),
    bin.isMissing ? texts.notAllLoaded : undefined,
  ].filter((part) => part !== undefined);
  return `${formatBinRange(range, histogram, isUtc)} · ${parts.join(', ')}`;
}

/** Formats the times of a range of bins, such as `10:00–10:05` and `11-21 10:00–11:00`. */
export function formatBinRange(range: BinRange, histogram: Histogram, isUtc: boolean): string {
  const { from, until } = toTimeSpan(range, histogram);
  const [start, end] = [
    formatBinTime(from, histogram, isUtc),
    formatBinTime(getLabeledEnd(until, histogram), histogram, isUtc),
  ];
  if (start === end) return start;
  // The date isn't repeated.
  const [date, time] = end.split(' ');
  return `${start}–${time !== undefined && start.startsWith(`${date} `) ? time : end}`;
}

/**
 * Returns the time to show as the end of a range. A range of days ends with its last day (`2026-11-03–2026-11-05`), and
 * a range of shorter bins with the start of the next bin (`10:00–10:05`).
 */
function getLabeledEnd(until: number, { binWidthMs }: Histogram): number {
  return binWidthMs >= dayMs ? until : until + 1;
}

function clampBinIndex(index: number, binCount: number): number {
  return Math.max(0, Math.min(index, binCount - 1));
}
