import { type LevelGroup, levelGroups } from '../filter.ts';
import { gapLevel } from '../store/columns.ts';
import type { LogStore } from '../store/logStore.ts';

/** Numbers of entries in a time interval. */
export interface HistogramBin {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly debugs: number;
  /** Entries without a level: START and END entries, and those of other types. */
  readonly others: number;
  /** Whether entries of the interval might be missing, because they aren't loaded. */
  readonly isMissing: boolean;
}

/** Numbers of entries over time, in consecutive intervals of the same width. */
export interface Histogram {
  /** Start of the first bin in milliseconds since the epoch. */
  readonly from: number;
  /** Width of a bin in milliseconds. */
  readonly binWidthMs: number;
  readonly bins: readonly HistogramBin[];
}

export const maxBins = 120;

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const binWidths = [
  ...[1, 2, 5, 10, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 30].map((count) => count * minute),
  ...[1, 2, 6, 12].map((count) => count * hour),
  day,
];

/**
 * Counts rows by time. The bins cover the complete store, so that a filter doesn't change the time axis. `slots` are
 * the rows to count, in order. `zoneOffsetMs` is the offset of the displayed clock from UTC in milliseconds, so that bins begin
 * at round times. Returns `undefined` if there would be only one bin. Takes linear time.
 */
export function computeHistogram(
  slots: Uint32Array,
  store: LogStore,
  zoneOffsetMs = 0,
): Histogram | undefined {
  const { columns, order } = store;
  const { times, levels } = columns;
  const [first, last] = [times[order[0] ?? 0], times[order.at(-1) ?? 0]];
  if (order.length === 0 || first === undefined || last === undefined) return undefined;
  const binWidthMs = chooseBinWidth(first + zoneOffsetMs, last + zoneOffsetMs);
  const from = Math.floor((first + zoneOffsetMs) / binWidthMs) * binWidthMs - zoneOffsetMs;
  const count = Math.floor((last - from) / binWidthMs) + 1;
  if (count < 2) return undefined;

  /** The numbers of entries by level group and bin. */
  const counts = levelGroups.map(() => new Uint32Array(count));
  let bin = 0;
  let end = from + binWidthMs;
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] ?? 0;
    const group = levels[slot];
    if (group === gapLevel) continue;
    const time = times[slot] ?? 0;
    // Rows are sorted by time, so most are in the same bin as the row before.
    if (time >= end) {
      bin = Math.floor((time - from) / binWidthMs);
      end = from + (bin + 1) * binWidthMs;
    }
    const sums = counts[group ?? 0];
    if (sums) sums[bin] = (sums[bin] ?? 0) + 1;
  }

  const missing = new Uint8Array(count);
  for (const gap of store.gaps.values()) {
    const start = Math.max(0, Math.floor((gap.from - from) / binWidthMs));
    missing.fill(1, start, Math.max(start, Math.floor((gap.until - from) / binWidthMs) + 1));
  }
  const getCount = (group: LevelGroup, index: number) => counts[levelGroups.indexOf(group)]?.[index] ?? 0;
  const bins = Array.from({ length: count }, (_, index) => ({
    errors: getCount('ERROR', index),
    warnings: getCount('WARNING', index),
    infos: getCount('INFO', index),
    debugs: getCount('DEBUG', index),
    others: getCount('OTHER', index),
    isMissing: missing[index] === 1,
  }));
  return { from, binWidthMs, bins };
}

/** Returns the smallest round bin width, in milliseconds, with at most `maxBins` bins between two times. */
function chooseBinWidth(first: number, last: number): number {
  const isWideEnough = (width: number) => Math.floor(last / width) - Math.floor(first / width) < maxBins;
  return binWidths.find(isWideEnough) ?? Math.ceil((last - first) / (day * (maxBins - 1))) * day;
}
