import { formatText } from '../../editor/webview/formatText.ts';
import { getZoneOffset } from '../../editor/webview/timeZone.ts';
import { formatDuration, formatRate } from '../../editor/webview/units.ts';
import type { EnvironmentPageTexts } from '../page/pageTexts.ts';
import type { PageUsageSeries } from '../page/protocol.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The texts of a series. */
interface UsageTexts {
  readonly title: string;
  /** The sum of the counts, or the median of the latencies. */
  readonly total: string;
  /** The share of failed requests, such as "2.3% of requests". Absent if it's unknown, and for other series. */
  readonly rate: string | undefined;
  /** The largest value and its time, and for latencies also what the total is. Absent if all values are 0. */
  readonly peak: string | undefined;
  /** The name for screen readers, such as "Requests in the last 24 hours: 1,234, peak 210 at 6 PM". */
  readonly name: string;
  /** Index of the largest value, or -1 if there is none. */
  readonly peakIndex: number;
  formatValue(index: number): string;
  /** Formats the interval that begins at a time of the series, such as "6 – 7 PM". */
  formatInterval(index: number): string;
  /** The start of the first interval, and the end of the last one, which is "now" in the current interval. */
  readonly ends: readonly [start: string, end: string];
}

interface UsageTextOptions {
  /** The length of an interval in milliseconds. */
  readonly intervalMs: number;
  /** The end of the period in milliseconds since the epoch. */
  readonly to: number;
  readonly language: string;
  /** The IANA time zone of the user. */
  readonly timeZone: string;
  /** The number of requests in all intervals. Absent if it's unknown. */
  readonly requestTotal?: number | undefined;
}

/** Creates the texts of a series. */
export function createUsageTexts(
  { key, total, times, values }: PageUsageSeries,
  texts: EnvironmentPageTexts,
  { intervalMs, to, language, timeZone, requestTotal = 0 }: UsageTextOptions,
): UsageTexts {
  const isLatency = key === 'latency';
  const title = { requests: texts.requestCount, errors: texts.errorCount, latency: texts.latency }[key];
  const numberFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const hasMinutes = times.some((time) => (time + getZoneOffset(time, timeZone)) % hourMs !== 0);
  const timeFormat = new Intl.DateTimeFormat(language, {
    timeZone,
    hour: 'numeric',
    ...(hasMinutes && { minute: '2-digit' }),
  });
  const format = (value: number): string => (isLatency ? formatDuration(value) : numberFormat.format(value));
  const peakIndex = findPeak(values);
  const peakValue = values[peakIndex] ?? 0;
  const peakTime = timeFormat.format(times[peakIndex] ?? 0);
  // With more errors than requests, a rate would be meaningless.
  const hasRate = key === 'errors' && requestTotal > 0 && total <= requestTotal;
  const rate = hasRate ? formatText(texts.errorRate, formatRate(total / requestTotal, language)) : undefined;
  const countText = rate === undefined ? format(total) : formatText(texts.countWithRate, format(total), rate);
  const totalText = isLatency ? formatText(texts.median, format(total)) : countText;
  const lastEnd = (times.at(-1) ?? 0) + intervalMs;
  return {
    title,
    ends: [timeFormat.format(times[0] ?? 0), lastEnd >= to ? texts.now : timeFormat.format(lastEnd)],
    total: format(total),
    rate,
    peakIndex,
    ...(peakValue > 0
      ? {
          peak: formatText(isLatency ? texts.medianWithPeak : texts.peak, format(peakValue), peakTime),
          name: formatText(texts.usageNameWithPeak, title, totalText, format(peakValue), peakTime),
        }
      : { peak: undefined, name: formatText(texts.usageName, title, totalText) }),
    formatValue: (index) => {
      const value = values[index] ?? null;
      return value === null ? texts.noValue : format(value);
    },
    formatInterval: (index) => {
      const time = times[index] ?? 0;
      const end = time + intervalMs;
      // `formatRange` would add the dates, which don't fit into a narrow page.
      const [day, nextDay] = [time, end].map((one) =>
        Math.floor((one + getZoneOffset(one, timeZone)) / dayMs),
      );
      return day !== nextDay
        ? `${timeFormat.format(time)}\u2009–\u2009${timeFormat.format(end)}`
        : timeFormat.formatRange(time, end);
    },
  };
}

/** Returns the index of the largest value, or -1 if there is none. */
function findPeak(values: readonly (number | null)[]): number {
  let peakIndex = -1;
  for (const [index, value] of values.entries()) {
    if (value !== null && value > (values[peakIndex] ?? Number.NEGATIVE_INFINITY)) peakIndex = index;
  }
  return peakIndex;
}
