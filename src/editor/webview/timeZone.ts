/** Dates and times as they are written in an IANA time zone. */

const dayMs = 86_400_000;

/** A wall clock time; what is read from a text need not be in the calendar. */
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

/** Throws a `RangeError` when there is no such zone. */
function getZoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
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
  formats.set(zone, made);
  return made;
}

/** What the clocks of the zone show at a time, in ms since 1970. */
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

/** How far the clocks of the zone are ahead of UTC at a time, in ms. */
export function getZoneOffset(time: number, zone: string): number {
  const whole = Math.floor(time / 1000) * 1000;
  return toUtc(toWallTime(whole, zone)) - whole;
}

/** Whether the calendar has it. */
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
 * The time at which the clocks of the zone show this. Where they show it twice, the first; where they jump over it, as
 * long after the jump as it is after its beginning.
 */
export function fromWallTime(wall: WallTime, zone: string): number {
  const target = toUtc(wall);
  const offset = (time: number): number => getZoneOffset(time, zone);
  // The offset before a change, and the one after it.
  const [before, after] = [target - offset(target - dayMs), target - offset(target + dayMs)];
  if (before + offset(before) === target) return before;
  return after + offset(after) === target ? after : before;
}

/** `2026-11-21 10:00`, as a person may type it. */
export function formatWallTime(time: number, zone: string): string {
  const { year, month, day, hour, minute } = toWallTime(time, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

/** Whether this is a zone that can be counted in. */
export function isTimeZone(zone: string): boolean {
  try {
    return getZoneFormat(zone) !== undefined;
  } catch {
    return false; // `Intl` has no other way to ask.
  }
}
