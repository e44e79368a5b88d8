/** Formatters for the times and numbers of a chart, for one language and time zone. */
export interface ChartFormatters {
  /** Formats a period, with the time zone. */
  formatPeriod(from: number, to: number): string;
  /** Returns a formatter for the points of a chart. It omits the time of day if each point is at midnight. */
  createPointFormatter(times: readonly number[]): (time: number) => string;
  /** Formats a tick of the time axis. `stepMs`: distance between ticks. */
  formatTick(time: number, stepMs: number): string;
  formatValue(value: number): string;
  /** Formats a number in short form, such as `1.2K`. */
  formatCompact(value: number): string;
}

const dayMs = 86_400_000;

/** `timeZone`: IANA name. */
export function createChartFormatters(language: string, timeZone: string): ChartFormatters {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone, ...options });
  const day = { month: 'short', day: 'numeric' } as const;
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const whole = format({ year: 'numeric', ...day, ...clock });
  const date = format({ weekday: 'short', ...day });
  const moment = format({ weekday: 'short', ...day, ...clock });
  const time = format(clock);
  const short = format(day);
  const clockOnly = format({ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' });
  const isMidnight = (at: number): boolean => /^0?0:00:00$/.test(clockOnly.format(at).replaceAll('.', ':'));

  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 });
  const scientific = new Intl.NumberFormat(language, { notation: 'scientific', maximumFractionDigits: 2 });
  const isHuge = (value: number): boolean => Math.abs(value) >= 1e13;

  return {
    formatPeriod: (from, to) => whole.formatRange(from, to),
    createPointFormatter: (times) => {
      const chosen = times.length > 0 && times.every(isMidnight) ? date : moment;
      return (at) => chosen.format(at);
    },
    formatTick: (at, stepMs) => (stepMs >= dayMs || isMidnight(at) ? short : time).format(at),
    formatValue: (value) => (isHuge(value) ? scientific : plain).format(value),
    formatCompact: (value) => (isHuge(value) ? scientific : compact).format(value),
  };
}
