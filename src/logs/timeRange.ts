import { fromWallTime, toWallTime, type WallTime } from '../editor/webview/timeZone.ts';
import { omitUndefined } from '../fields.ts';

/** The current time and the time zone for parsing. */
export interface ZonedClock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Time zone (IANA) of times without a zone. */
  readonly zone: string;
}

/** A point in time: milliseconds before now (`ago`), or milliseconds since the epoch (`at`). */
export type TimePoint = { readonly ago: number } | { readonly at: number };

/**
 * A time range for `environments.getLogs`, both ends included. Without `until`, it ends now. Without `since`, it begins
 * with the oldest entry.
 */
export interface TimeRange {
  readonly since?: TimePoint;
  readonly until?: TimePoint;
}

/** The reason why a time or range is invalid. `number`: the unit is missing. `order`: the end is before the start. */
export type TimeErrorReason = 'empty' | 'number' | 'unit' | 'unreadable' | 'order' | 'future';
export type TimeParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly rule: TimeErrorReason };

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const units: Readonly<Record<string, number>> = {
  s: secondMs,
  sec: secondMs,
  second: secondMs,
  m: minuteMs,
  min: minuteMs,
  minute: minuteMs,
  h: hourMs,
  hr: hourMs,
  hour: hourMs,
  d: dayMs,
  day: dayMs,
  w: 7 * dayMs,
  week: 7 * dayMs,
};

/** The lengths of preset ranges in milliseconds. */
export const presetRanges = [15 * minuteMs, hourMs, 6 * hourMs, dayMs, 7 * dayMs] as const;

/**
 * Parses a point in time, such as `90m`, `2 days ago`, `14:30`, `2026-11-21`, or `2026-11-21 10:00:05.250`, with `Z`,
 * an offset, or neither for the zone of the clock. A time without a date is the last one before `now`. A capital `M` is
 * rejected, because it could mean minutes or months.
 */
export function parseTimePoint(text: string, clock: ZonedClock): TimeParseResult<TimePoint> {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, rule: 'empty' };
  if (/^[\d.,]+$/.test(trimmed)) return { ok: false, rule: 'number' };
  if (trimmed.toLowerCase() === 'now') return { ok: true, value: { ago: 0 } };
  return parseRelative(trimmed) ?? parseTimeOfDay(trimmed, clock) ?? parseAbsolute(trimmed, clock.zone);
}

function parseRelative(text: string): TimeParseResult<TimePoint> | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,6})?)\s*([a-z]+)(?:\s+ago)?$/i.exec(text);
  const [, amount, unit] = match ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  const name =
    unit.length === 1 ? unit.replace(/[SHDW]/, (letter) => letter.toLowerCase()) : unit.toLowerCase();
  // Removes the plural "s" of units with two or more letters: "ms" doesn't mean minutes.
  const length = units[name] ?? units[name.replace(/(..)s$/, '$1')];
  if (length === undefined || name === 'M') return { ok: false, rule: 'unit' };
  return { ok: true, value: { ago: Math.round(Number(amount) * length) } };
}

const timeOfDayPattern = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?\s*(Z)?$/i;

function parseTimeOfDay(text: string, { now, zone }: ZonedClock): TimeParseResult<TimePoint> | undefined {
  const match = timeOfDayPattern.exec(text);
  if (!match) return undefined;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return { ok: false, rule: 'unreadable' };
  const milliseconds = Number((match[4] ?? '').padEnd(3, '0'));
  const timeZone = match[5] === undefined ? zone : 'UTC';
  const today = { ...toWallTime(now, timeZone), hour, minute, second };
  const time = fromWallTime(today, timeZone) + milliseconds;
  if (time <= now) return { ok: true, value: { at: time } };
  // Otherwise, it's the same time on the previous calendar day, because not every day has 24 hours.
  return { ok: true, value: { at: fromWallTime(getPreviousDay(today), timeZone) + milliseconds } };
}

function getPreviousDay(wall: WallTime): WallTime {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day - 1));
  return {
    ...wall,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

function parseAbsolute(text: string, zone: string): TimeParseResult<TimePoint> {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(
      text,
    );
  if (!match) return { ok: false, rule: 'unreadable' };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  // Checked here, because `Date` would convert June 31 to July 1.
  const isReal =
    day >= 1 &&
    day <= countDaysInMonth(year, month) &&
    month >= 1 &&
    month <= 12 &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59;
  if (!isReal) return { ok: false, rule: 'unreadable' };
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const wall = { year, month, day, hour, minute, second };
  const offset = parseOffset(match[8]);
  if (offset === undefined) return { ok: false, rule: 'unreadable' };
  const time = offset === 'none' ? fromWallTime(wall, zone) : fromWallTime(wall, 'UTC') - offset;
  return { ok: true, value: { at: time + milliseconds } };
}

/**
 * Parses `Z`, `+02:00`, or `+0200`. Returns milliseconds, `none` without an offset, or `undefined` for an invalid one.
 */
function parseOffset(text: string | undefined): number | 'none' | undefined {
  if (text === undefined) return 'none';
  if (/^z$/i.test(text)) return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * hourMs + minutes * minuteMs);
}

function countDaysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Parses a range that the user entered: a start, or a start and an end separated by `to` or `..`. */
export function parseRange(text: string, clock: ZonedClock): TimeParseResult<TimeRange> {
  const [start = '', ...ends] = text.split(/\s+to\s+|\s*\.\.\s*/i);
  if (ends.length > 1) return { ok: false, rule: 'unreadable' };
  const { now } = clock;
  const since = parseTimePoint(start, clock);
  if (!since.ok) return since;
  const [end] = ends;
  if (end === undefined) return checkRange({ since: since.value }, now);
  // An end without a date is within the day after the start.
  const isTimeOfDay = timeOfDayPattern.test(end.trim());
  const until = parseTimePoint(
    end,
    isTimeOfDay ? { ...clock, now: resolveTimePoint(since.value, now) + dayMs } : clock,
  );
  return until.ok ? checkRange({ since: since.value, until: until.value }, now) : until;
}

/** Parses the two ends of a range from the arguments of a command. Both are optional. */
export function parseRangeArguments(
  since: string | undefined,
  until: string | undefined,
  clock: ZonedClock,
): TimeParseResult<TimeRange> {
  const start = since === undefined ? undefined : parseTimePoint(since, clock);
  if (start && !start.ok) return start;
  const end = until === undefined ? undefined : parseTimePoint(until, clock);
  if (end && !end.ok) return end;
  return checkRange({ ...omitUndefined({ since: start?.value, until: end?.value }) }, clock.now);
}

function checkRange(range: TimeRange, now: number): TimeParseResult<TimeRange> {
  const { since, until } = range;
  if (since && resolveTimePoint(since, now) > now) return { ok: false, rule: 'future' };
  if (since && until && resolveTimePoint(until, now) < resolveTimePoint(since, now))
    return { ok: false, rule: 'order' };
  return { ok: true, value: range };
}

/** Returns the point in time in milliseconds since the epoch. `now` is the time of the service. */
export function resolveTimePoint(point: TimePoint, now: number): number {
  return 'at' in point ? point.at : now - point.ago;
}

/** Converts a time span in milliseconds to its largest whole unit. */
export function toWholeUnits(ms: number): {
  readonly amount: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
} {
  // A single day is shown as 24 hours, because "last day" might mean yesterday.
  if (ms > dayMs && ms % dayMs === 0) return { amount: ms / dayMs, unit: 'day' };
  if (ms > 0 && ms % hourMs === 0) return { amount: ms / hourMs, unit: 'hour' };
  if (ms > 0 && ms % minuteMs === 0) return { amount: ms / minuteMs, unit: 'minute' };
  return { amount: ms / secondMs, unit: 'second' };
}
