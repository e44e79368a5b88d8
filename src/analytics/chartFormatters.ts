import { formatDuration } from '../editor/webview/units.ts';

/** A formatted time. `hasDate`: whether it begins with a date. */
interface Moment {
  readonly text: string;
  readonly hasDate: boolean;
}

/** Formatters for the times and numbers of a chart, for one language and time zone. */
export interface ChartFormatters {
  /** Formats a period, with the year unless it's the current one. A time of day doesn't wrap. */
  formatPeriod(from: number, to: number): string;
  /** Formats some intervals of a chart, without the year. */
  formatSpan(from: number, to: number): string;
  /** Returns a formatter for the points of a chart. It omits the time of day if each point is at midnight. */
  createPointFormatter(times: readonly number[]): (time: number) => string;
  /**
   * Returns a formatter for the time of a peak, such as `6 PM`. It adds the date if the times cover more than a day, and
   * omits the time of day if each point is at midnight.
   */
  createMomentFormatter(times: readonly number[]): (time: number) => Moment;
  /** Formats a tick of the time axis. `stepMs` is the distance between ticks. */
  formatTick(time: number, stepMs: number): string;
  formatValue(value: number): string;
  /** Formats a value: a duration if the unit is `ms`, or else a number. From 100 on, numbers have no fractions. */
  formatInUnit(value: number, unit: string | undefined): string;
  /** Formats a tick of the value axis: a duration if the unit is `ms`, or else a number in short form, such as `1.2K`. */
  formatTickValue(value: number, unit: string | undefined): string;
}

const dayMs = 86_400_000;

/** Formats a duration with no-break spaces before its units. */
const formatUnbrokenDuration = (ms: number): string => formatDuration(ms).replace(/(?<=\d) /g, '\u00a0');

/** Joins the parts of a date with no-break spaces between a time and its AM or PM. */
function joinTimes(parts: readonly Intl.DateTimeFormatPart[]): string {
  const isTime = (part: Intl.DateTimeFormatPart | undefined): boolean =>
    part !== undefined && /^(?:dayPeriod|hour|minute)$/.test(part.type);
  return parts
    .map(({ value }, index) =>
      isTime(parts[index - 1]) && isTime(parts[index + 1]) ? value.replace(/^\s+$/, '\u00a0') : value,
    )
    .join('');
}

/** Creates formatters. `timeZone` is an IANA name. */
export function createChartFormatters(language: string, timeZone: string): ChartFormatters {
  const createDateFormat = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone, ...options });
  const day = { month: 'short', day: 'numeric' } as const;
  const timeOfDay = { hour: 'numeric', minute: '2-digit' } as const;
  const dateAndTimeFormat = createDateFormat({ year: 'numeric', ...day, ...timeOfDay });
  const spanFormat = createDateFormat({ ...day, ...timeOfDay });
  const weekdayFormat = createDateFormat({ weekday: 'short', ...day });
  const weekdayAndTimeFormat = createDateFormat({ weekday: 'short', ...day, ...timeOfDay });
  const timeFormat = createDateFormat(timeOfDay);
  const dayFormat = createDateFormat(day);
  // Only for comparisons, so it doesn't depend on the language.
  const secondFormat = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  const getYear = createDateFormat({ year: 'numeric' }).format;
  const formatClock = (time: number): string => secondFormat.format(time);
  const isMidnight = (time: number): boolean => /^0?0:00:00$/.test(formatClock(time));

  const plainFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const compactFormat = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 });
  const scientificFormat = new Intl.NumberFormat(language, {
    notation: 'scientific',
    maximumFractionDigits: 2,
  });
  const isHuge = (value: number): boolean => Math.abs(value) >= 1e13;
  const formatValue = (value: number): string =>
    (isHuge(value) ? scientificFormat : plainFormat).format(value);

  return {
    formatPeriod: (from, to) => {
      const isThisYear = [from, to].every((time) => getYear(time) === getYear(Date.now()));
      return joinTimes((isThisYear ? spanFormat : dateAndTimeFormat).formatRangeToParts(from, to));
    },
    formatSpan: (from, to) => spanFormat.formatRange(from, to),
    createPointFormatter: (times) => {
      const pointFormat = times.length > 0 && times.every(isMidnight) ? weekdayFormat : weekdayAndTimeFormat;
      return (time) => pointFormat.format(time);
    },
    createMomentFormatter: (times) => {
      if (times.length > 1 && times.every(isMidnight))
        return (time) => ({ text: weekdayFormat.format(time), hasDate: true });
      const hasDate = (times.at(-1) ?? 0) - (times[0] ?? 0) >= dayMs;
      const isFullHour = times.every((time) => /:00:00$/.test(formatClock(time)));
      const hour = isFullHour ? ({ hour: 'numeric' } as const) : timeOfDay;
      const format = createDateFormat({ ...(hasDate && { weekday: 'short', ...day }), ...hour });
      return (time) => ({ text: format.format(time), hasDate });
    },
    formatTick: (time, stepMs) => (stepMs >= dayMs || isMidnight(time) ? dayFormat : timeFormat).format(time),
    formatValue,
    formatInUnit: (value, unit) => {
      if (unit === 'ms' && !isHuge(value)) return formatUnbrokenDuration(value);
      return formatValue(Math.abs(value) < 100 ? value : Math.round(value));
    },
    formatTickValue: (value, unit) => {
      if (isHuge(value)) return scientificFormat.format(value);
      return unit === 'ms' && value !== 0 ? formatUnbrokenDuration(value) : compactFormat.format(value);
    },
  };
}
