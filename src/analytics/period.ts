import { fromWallTime, isValidWallTime } from '../editor/webview/timeZone.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The longest period that the service accepts, in milliseconds. */
export const maxPeriodMs = 31 * dayMs;

/** The period as the user chose it. A relative period is resolved at each request. */
export type PeriodChoice =
  /** A number of hours or days up to now, such as `24h` or `7d`. */
  | { readonly kind: 'recent'; readonly range: string }
  /** The start and the end as the user entered them. */
  | { readonly kind: 'custom'; readonly from: string; readonly to: string };

/** A period in milliseconds since the epoch. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

type PeriodField = 'range' | 'from' | 'to';
export type PeriodErrorReason = 'range' | 'empty' | 'unreadable' | 'future' | 'order' | 'tooLong';
export interface PeriodIssue {
  readonly field: PeriodField;
  readonly rule: PeriodErrorReason;
}

type ParsedPeriod =
  | { readonly ok: true; readonly period: Period }
  | { readonly ok: false; readonly issues: readonly PeriodIssue[] };

/** The ranges of the buttons, in their order. */
export const recentRanges = ['24h', '7d', '30d'] as const;
export const defaultChoice: PeriodChoice = { kind: 'recent', range: '24h' };

/**
 * Returns the chosen period, or the problems of an invalid choice. `now` is in milliseconds since the epoch, and `zone`
 * is the IANA time zone of times without an offset.
 */
export function parsePeriod(choice: PeriodChoice, now: number, zone: string): ParsedPeriod {
  if (choice.kind === 'recent') {
    const length = parseRecentRange(choice.range);
    return length === undefined
      ? { ok: false, issues: [{ field: 'range', rule: 'range' }] }
      : { ok: true, period: { from: now - length, to: now } };
  }
  const from = parsePeriodEnd(choice.from, 'from', now, zone);
  const to = parsePeriodEnd(choice.to, 'to', now, zone);
  const issues = [from, to].filter((end) => 'rule' in end);
  if ('rule' in from || 'rule' in to) return { ok: false, issues };
  if (from.time >= to.time) return { ok: false, issues: [{ field: 'to', rule: 'order' }] };
  // Whole days can have an additional hour when daylight saving time ends. The period is shortened to the maximum.
  const isDays = from.isDay && to.isDay;
  const excess = to.time - from.time - maxPeriodMs;
  if (excess > (isDays ? 2 * hourMs : 0)) return { ok: false, issues: [{ field: 'from', rule: 'tooLong' }] };
  return { ok: true, period: { from: from.time + Math.max(0, excess), to: to.time } };
}

function parseRecentRange(range: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,4})([hd])$/.exec(range.trim()) ?? [];
  const length = Number(count) * (unit === 'd' ? dayMs : hourMs);
  return length > 0 && length <= maxPeriodMs ? length : undefined;
}

const dateTimePattern =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

type ParsedPeriodEnd = { readonly time: number; readonly isDay: boolean } | PeriodIssue;

/**
 * Parses one end of a period. A date without a time is the start of the day for `from`, and for `to` the end of the
 * day, or `now` if that is earlier.
 */
export function parsePeriodEnd(
  text: string,
  field: 'from' | 'to',
  now: number,
  zone: string,
): ParsedPeriodEnd {
  const trimmed = text.trim();
  if (trimmed === '') return { field, rule: 'empty' };
  const match = dateTimePattern.exec(trimmed);
  if (!match) return { field, rule: 'unreadable' };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const wall = { year, month, day, hour, minute, second };
  if (year < 1970 || !isValidWallTime(wall)) return { field, rule: 'unreadable' };
  const isDay = match[4] === undefined;
  if (isDay && field === 'to') {
    const start = fromWallTime(wall, zone);
    if (start > now) return { field, rule: 'future' };
    // The last millisecond of the day. The next one would make the service include the first interval of the next day.
    return { time: Math.min(fromWallTime({ ...wall, day: day + 1 }, zone) - 1, now), isDay };
  }
  const offset = match[7];
  const time = offset === undefined ? fromWallTime(wall, zone) : toUtcTime(wall, offset);
  return time > now ? { field, rule: 'future' } : { time, isDay };
}

function toUtcTime(
  { year, month, day, hour, minute, second }: Parameters<typeof fromWallTime>[0],
  offset: string,
): number {
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return utc - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
