/** Dates and times in an IANA time zone. */

const dayMs = 86_400_000;

/** A wall clock time. If it comes from a text, the date might not exist. */
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

/** Throws a `RangeError` if the time zone is unknown. */
function getZoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
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

/** Returns the wall clock time of a time in ms since 1970. */
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

/** Returns the offset of a time zone from UTC at a time, in ms. */
export function getZoneOffset(time: number, zone: string): number {
  const whole = Math.floor(time / 1000) * 1000;
  return toUtc(toWallTime(whole, zone)) - whole;
}

/** Whether the date exists. */
export function isValidWallTime(wall: WallTime): boolean {
  const back = new Date(toUtc(wall));
  return (
    back.getUTCMonth() + 1 === wall.month &&
    back.getUTCDate() === wall.day &&
    back.getUTCHours() === wall.hour &&
    back.getUTCMinutes() === wall.minute &&
    back.getUTCSeconds() === wall.second
  );
}

/**
 * Returns the time of a wall clock time in ms since 1970. If the clocks show it twice, returns the first one. If they
 * skip it, returns the time that is as long after the change as the wall clock time is after the start of the gap.
 */
export function fromWallTime(wall: WallTime, zone: string): number {
  const target = toUtc(wall);
  const offset = (time: number): number => getZoneOffset(time, zone);
  // With the offsets before and after a change of the clocks.
  const [before, after] = [target - offset(target - dayMs), target - offset(target + dayMs)];
  if (before + offset(before) === target) return before;
  return after + offset(after) === target ? after : before;
}

/** Formats a time as `2026-11-21 10:00`, a form that users can type. */
export function formatWallTime(time: number, zone: string): string {
  const { year, month, day, hour, minute } = toWallTime(time, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

/** Whether a time zone is supported. */
export function isTimeZone(zone: string): boolean {
  try {
    return getZoneFormat(zone) !== undefined;
  } catch {
    return false; // `Intl` has no other check.
  }
}
