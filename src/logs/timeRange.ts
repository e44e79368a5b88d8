/** A point in time as someone says it: so many milliseconds ago, or milliseconds since the epoch. */
export type Moment = { readonly ago: number } | { readonly at: number };

/** What E7 reads: both ends belong to it. No end: up to now. No start: as far back as the service answers. */
export interface TimeRange {
  readonly since?: Moment;
  readonly until?: Moment;
}

/** Why a typed time or range cannot be used. `number`: a bare number has no unit. `order`: it ends before it starts. */
export type TimeRule = 'empty' | 'number' | 'unit' | 'unreadable' | 'order' | 'future';
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly rule: TimeRule };

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const units: Readonly<Record<string, number>> = {
  s: second,
  sec: second,
  second,
  m: minute,
  min: minute,
  minute,
  h: hour,
  hr: hour,
  hour,
  d: day,
  day,
  w: 7 * day,
  week: 7 * day,
};

/** The ranges offered before one is typed, in milliseconds. */
export const presets = [15 * minute, hour, 6 * hour, day, 7 * day] as const;

/**
 * Reads one point in time: `90m`, `2 days ago`, `14:30`, `2026-11-21`, `2026-11-21 10:00:05.250`, with `Z` or an offset,
 * or without one, which means local time as the panel shows it. A time without a date is the last one before `now`
 * (ms). A capital `M` is refused: minute and month are too far apart to guess.
 */
export function parseMoment(text: string, now: number): Reading<Moment> {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, rule: 'empty' };
  if (/^[\d.,]+$/.test(trimmed)) return { ok: false, rule: 'number' };
  if (trimmed.toLowerCase() === 'now') return { ok: true, value: { ago: 0 } };
  return parseRelative(trimmed) ?? parseTimeOfDay(trimmed, now) ?? parseAbsolute(trimmed);
}

function parseRelative(text: string): Reading<Moment> | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,6})?)\s*([a-z]+)(?:\s+ago)?$/i.exec(text);
  const [, amount, unit] = match ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  const name =
    unit.length === 1 ? unit.replace(/[SHDW]/, (letter) => letter.toLowerCase()) : unit.toLowerCase();
  // Plural, but not of a single letter: "ms" are milliseconds, not minutes.
  const length = units[name] ?? units[name.replace(/(..)s$/, '$1')];
  if (length === undefined || name === 'M') return { ok: false, rule: 'unit' };
  return { ok: true, value: { ago: Math.round(Number(amount) * length) } };
}

const timeOfDay = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?\s*(Z)?$/i;

function parseTimeOfDay(text: string, now: number): Reading<Moment> | undefined {
  const match = timeOfDay.exec(text);
  if (!match) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map((part) => Number(part ?? 0));
  if (hours > 23 || minutes > 59 || seconds > 59) return { ok: false, rule: 'unreadable' };
  const milliseconds = Number((match[4] ?? '').padEnd(3, '0'));
  const date = new Date(now);
  const isUtc = match[5] !== undefined;
  if (isUtc) date.setUTCHours(hours, minutes, seconds, milliseconds);
  else date.setHours(hours, minutes, seconds, milliseconds);
  if (date.getTime() > now) {
    // By the calendar: not every day has 24 hours.
    if (isUtc) date.setUTCDate(date.getUTCDate() - 1);
    else date.setDate(date.getDate() - 1);
  }
  return { ok: true, value: { at: date.getTime() } };
}

function parseAbsolute(text: string): Reading<Moment> {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(
      text,
    );
  if (!match) return { ok: false, rule: 'unreadable' };
  const [, year = '', month = '', date = '', hours = '00', minutes = '00', seconds = '00', fraction = '0'] =
    match;
  const zone = match[8]?.toUpperCase() ?? '';
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const clock = `${hours}:${minutes}:${seconds}.${milliseconds}`;
  // `Date` would read 31 June as 1 July.
  const isReal = Number(date) >= 1 && Number(date) <= daysIn(Number(year), Number(month));
  const at = Date.parse(`${year}-${month}-${date}T${clock}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  return isReal && !Number.isNaN(at) ? { ok: true, value: { at } } : { ok: false, rule: 'unreadable' };
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Reads a range as it is typed: a start, or a start and an end with `to` or `..` between. `now` in ms. */
export function parseRange(text: string, now: number): Reading<TimeRange> {
  const [start = '', ...ends] = text.split(/\s+to\s+|\s*\.\.\s*/i);
  if (ends.length > 1) return { ok: false, rule: 'unreadable' };
  const since = parseMoment(start, now);
  if (!since.ok) return since;
  const [end] = ends;
  if (end === undefined) return check({ since: since.value }, now);
  // Of a time without a date the next one after the start is meant.
  const isTimeOfDay = timeOfDay.test(end.trim());
  const until = parseMoment(end, isTimeOfDay ? resolve(since.value, now) + day : now);
  return until.ok ? check({ since: since.value, until: until.value }, now) : until;
}

/** Reads the two ends as a command gets them; an end that is missing stays open. */
export function readRange(
  since: string | undefined,
  until: string | undefined,
  now: number,
): Reading<TimeRange> {
  const start = since === undefined ? undefined : parseMoment(since, now);
  if (start && !start.ok) return start;
  const end = until === undefined ? undefined : parseMoment(until, now);
  if (end && !end.ok) return end;
  return check({ ...(start && { since: start.value }), ...(end && { until: end.value }) }, now);
}

function check(range: TimeRange, now: number): Reading<TimeRange> {
  const { since, until } = range;
  if (since && resolve(since, now) > now) return { ok: false, rule: 'future' };
  if (since && until && resolve(until, now) < resolve(since, now)) return { ok: false, rule: 'order' };
  return { ok: true, value: range };
}

/** The point in time in milliseconds since the epoch. `now` is the service's time, which counts. */
export function resolve(moment: Moment, now: number): number {
  return 'at' in moment ? moment.at : now - moment.ago;
}

/** A length of time in its largest whole unit. */
export function wholeUnits(ms: number): {
  readonly amount: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
} {
  // A single day reads as 24 hours: "last day" might mean yesterday.
  if (ms > day && ms % day === 0) return { amount: ms / day, unit: 'day' };
  if (ms > 0 && ms % hour === 0) return { amount: ms / hour, unit: 'hour' };
  if (ms > 0 && ms % minute === 0) return { amount: ms / minute, unit: 'minute' };
  return { amount: ms / second, unit: 'second' };
}
