import { fromWallTime, toWallTime } from '../editor/webview/timeZone.ts';
import type { Period } from './period.ts';

/** The intervals for which the service returns values. Times are in milliseconds since the epoch. */

const intervalLengths: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000 };
const intervalDays: Readonly<Record<string, number>> = { day: 1, week: 7 };
const minDayMs = 22 * 3_600_000;
/** The length of an interval if neither the service nor other intervals show it. */
const defaultLengthMs = 3_600_000;

/**
 * Returns the end of each interval, which isn't part of the interval. `interval` is its length as the service reports
 * it, such as `hour`. A day or a week ends at the time of day at which it starts in `zone`, even if the clocks change.
 * Without a known length, an interval is as long as the median distance of the starts.
 */
export function computeBucketEnds(
  starts: readonly number[],
  interval: string | undefined,
  zone: string,
): readonly number[] {
  const length = intervalLengths[interval ?? ''];
  const days = intervalDays[interval ?? ''];
  const usual = length ?? computeUsualLength(starts);
  return starts.map((start, index) => {
    const next = starts[index + 1];
    if (days === undefined) return Math.min(start + usual, next ?? Number.POSITIVE_INFINITY);
    // Calendars are slow, and no day is shorter than 22 hours.
    if (next !== undefined && next - start < days * minDayMs) return next;
    const end = addDays(start, days, zone);
    return Math.min(end, next ?? end);
  });
}

function computeUsualLength(starts: readonly number[]): number {
  const lengths = starts.slice(1).map((start, index) => start - (starts[index] ?? start));
  return lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? defaultLengthMs;
}

function addDays(time: number, days: number, zone: string): number {
  const wall = toWallTime(time, zone);
  const milliseconds = ((time % 1000) + 1000) % 1000;
  return fromWallTime({ ...wall, day: wall.day + days }, zone) + milliseconds;
}

interface Buckets {
  readonly times: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Returns the indexes of the intervals that the requested period includes only in part, such as the current hour. Their
 * counts are too small for a comparison.
 */
export function findIncompleteIntervals({ times, ends }: Buckets, { from, to }: Period): readonly number[] {
  return times.flatMap((start, index) => {
    const end = (ends[index] ?? start) - 1;
    return end >= from && start <= to && (start < from || end > to) ? [index] : [];
  });
}

/**
 * Returns the time range of some intervals for `environments.getLogs`, which includes both ends. It's limited to the
 * requested period, because the values include only this period.
 */
export function toLogRange(
  { times, ends }: Buckets,
  first: number,
  last: number,
  { from, to }: Period,
): Period {
  const [start, end] = [times[Math.min(first, last)] ?? from, (ends[Math.max(first, last)] ?? to) - 1];
  const limited = { from: Math.max(start, from), to: Math.min(end, to) };
  // An interval outside of the requested period can't be limited to it.
  return limited.from <= limited.to ? limited : { from: start, to: Math.max(start, end) };
}
