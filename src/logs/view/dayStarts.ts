import { findFirstIndex } from '../../editor/webview/binarySearch.ts';
import { fromWallTime, isTimeZone, toWallTime } from '../../editor/webview/timeZone.ts';

/** A day of the calendar in milliseconds since the epoch. `end` is the start of the next day. */
interface Day {
  readonly start: number;
  readonly end: number;
}

/** Finds the day of a time in one time zone. */
export type FindDay = (time: number) => Day;

/** Maximum number of days that are kept, because finding a day takes several conversions between time zones. */
const maxDays = 500;

/** Creates a function that finds days. An unknown time zone counts as UTC. */
export function createDayFinder(timeZone: string): FindDay {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  let days: Day[] = [];
  return (time) => {
    const known = days.find(({ start, end }) => start <= time && time < end);
    if (known) return known;
    const { year, month, day } = toWallTime(time, zone);
    const getStart = (added: number) =>
      fromWallTime({ year, month, day: day + added, hour: 0, minute: 0, second: 0 }, zone);
    const found = { start: getStart(0), end: getStart(1) };
    days = [...days.slice(1 - maxDays), found];
    return found;
  };
}

/**
 * Returns the indexes of the items that begin another day than the item before. The times of the items must be in
 * ascending order.
 */
export function findDayStarts(count: number, getTime: (index: number) => number, findDay: FindDay): number[] {
  const starts: number[] = [];
  let index = 0;
  while (index < count) {
    const { end } = findDay(getTime(index));
    const next = findFirstIndex(count, (later) => getTime(later) >= end, index + 1);
    if (next < count) starts.push(next);
    index = next;
  }
  return starts;
}
