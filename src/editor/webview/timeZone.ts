/**
 * Dates and times in an IANA time zone. Times as numbers are in milliseconds since the epoch.
 *
 * @module
 */

const dayMs = 86_400_000;

/**
 * A date and a time as clocks and calendars show them in a time zone. The date might not exist, such as February 30.
 */
export interface WallTime {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a format for a time zone. Throws a `RangeError` if the time zone is unknown. */
function getZoneFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, created);
  return created;
}

/** Converts a time to the wall clock time in a time zone. */
export function toWallTime(time: number, zone: string): WallTime {
  const parts = Object.fromEntries(
    getZoneFormat(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

function toUtc({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns the offset of a time zone from UTC at a time, in milliseconds. */
export function getZoneOffset(time: number, zone: string): number {
  const wholeSecond = Math.floor(time / 1000) * 1000;
  return toUtc(toWallTime(wholeSecond, zone)) - wholeSecond;
}

/** Whether the date and the time exist in the calendar. */
export function isValidWallTime(wall: WallTime): boolean {
  const date = new Date(toUtc(wall));
  return (
    date.getUTCMonth() + 1 === wall.month &&
    date.getUTCDate() === wall.day &&
    date.getUTCHours() === wall.hour &&
    date.getUTCMinutes() === wall.minute &&
    date.getUTCSeconds() === wall.second
  );
}

/**
 * Converts a wall clock time in a time zone to a time. If the clocks are set back and show the wall clock time twice,
 * returns the first time. If the clocks are set forward and skip it, returns the time at which they would have shown it
 * without the change.
 */
export function fromWallTime(wall: WallTime, zone: string): number {
  const target = toUtc(wall);
  const getOffset = (time: number): number => getZoneOffset(time, zone);
  // The results with the offsets one day before and after, which differ if the clocks change in between.
  const withEarlierOffset = target - getOffset(target - dayMs);
  const withLaterOffset = target - getOffset(target + dayMs);
  if (withEarlierOffset + getOffset(withEarlierOffset) === target) return withEarlierOffset;
  return withLaterOffset + getOffset(withLaterOffset) === target ? withLaterOffset : withEarlierOffset;
}

/** Formats a time as `2026-11-21 10:00`, a form that users can type. */
export function formatWallTime(time: number, zone: string): string {
  const { year, month, day, hour, minute } = toWallTime(time, zone);
  const padToTwo = (value: number): string => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${padToTwo(month)}-${padToTwo(day)} ${padToTwo(hour)}:${padToTwo(minute)}`;
}

/** Whether a time zone is supported. */
export function isTimeZone(zone: string): boolean {
  try {
    return getZoneFormat(zone) !== undefined;
  } catch {
    return false; // `Intl` throws for an unknown time zone, and has no other way to check it.
  }
}
