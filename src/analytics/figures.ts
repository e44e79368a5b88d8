import type { Analytics } from '../api/analytics.ts';
import { omitUndefined } from '../fields.ts';
import { type Chart, hasAnyValue, sumChart } from './charts.ts';
import type { Period } from './period.ts';
import { computeChartMedian, findPeak, type Peak } from './statistics.ts';

/** A number for the whole period: a sum of counts, a rate, or a median. */
export interface Figure {
  readonly key: 'requests' | 'sessions' | 'errorRate' | 'latency';
  /** A rate is a fraction of 1. The latency is the median of the means that the service returns, in milliseconds. */
  readonly value: number;
  /** The series that add up to the errors of an error rate, by their names on the service. */
  readonly parts?: readonly { readonly key: string; readonly sum: number }[];
  readonly peak?: Peak;
  /** The chart with the peak. */
  readonly chart?: Chart;
  /** The mean over all requests, if the number of requests is known for each value. */
  readonly mean?: number;
}

/** Computes the figures for which the charts have enough data. */
export function computeFigures(charts: readonly Chart[]): readonly Figure[] {
  const findChart = (key: string) => charts.find((chart) => chart.key === key && hasAnyValue(chart));
  const computeSum = (key: string) => {
    const chart = findChart(key);
    return chart && { key, sum: sumChart(chart), chart };
  };
  const createSumFigure = (key: Figure['key'], { sum, chart }: { sum: number; chart: Chart }): Figure => ({
    key,
    value: sum,
    chart,
    ...omitUndefined({ peak: findPeak(chart, true) }),
  });
  const [requests, sessions] = [computeSum('requests_count'), computeSum('sessions_count')];
  const parts = [computeSum('tool_errors'), computeSum('mcp_errors')].filter((part) => part !== undefined);
  const errors = parts.reduce((total, { sum }) => total + sum, 0);
  // With more errors than requests, a rate would be meaningless.
  const hasRate = requests !== undefined && requests.sum > 0 && parts.length > 0 && errors <= requests.sum;
  const rateParts = parts.map(({ key, sum }) => ({ key, sum }));
  const latency = findChart('requests_latency_mean');
  return [
    ...(requests ? [createSumFigure('requests', requests)] : []),
    ...(sessions ? [createSumFigure('sessions', sessions)] : []),
    ...(hasRate ? [{ key: 'errorRate' as const, value: errors / requests.sum, parts: rateParts }] : []),
    ...(latency ? computeLatency(latency, findChart('requests_count')) : []),
  ];
}

function computeLatency(latency: Chart, requests: Chart | undefined): readonly Figure[] {
  const median = computeChartMedian(latency);
  if (median === undefined) return [];
  const mean = requests && computeWeightedMean(latency, requests);
  return [
    {
      key: 'latency',
      value: median,
      chart: latency,
      ...omitUndefined({ peak: findPeak(latency, false), mean }),
    },
  ];
}

function computeWeightedMean({ times, lines }: Chart, counts: Chart): number | undefined {
  const indexes = new Map(counts.times.map((time, index) => [time, index]));
  let [sum, count] = [0, 0];
  for (const { name, values } of lines) {
    const weights = counts.lines.find((line) => line.name === name);
    for (const [index, value] of values.entries()) {
      if (value === null) continue;
      const weight = weights?.values[indexes.get(times[index] ?? Number.NaN) ?? -1] ?? undefined;
      if (weight === undefined) return undefined;
      sum += value * weight;
      count += weight;
    }
  }
  return count > 0 ? sum / count : undefined;
}

/** The parts of a response that determine its period and interval, for comparison with another response. */
interface PeriodResponse {
  readonly period: Period;
  readonly zone: string;
  readonly analytics: Pick<Analytics, 'metadata'>;
}

/**
 * Whether a response is for the period directly before the other one, with the same length, interval, and time zone.
 */
export function isPreviousPeriod(earlier: PeriodResponse, later: PeriodResponse): boolean {
  const [earlierPeriod, laterPeriod] = [earlier.period, later.period];
  return (
    earlier.zone === later.zone &&
    earlier.analytics.metadata?.interval === later.analytics.metadata?.interval &&
    isNear(earlierPeriod.to, laterPeriod.from) &&
    isNear(earlierPeriod.to - earlierPeriod.from, laterPeriod.to - laterPeriod.from)
  );
}

/** Whether two times or lengths differ by at most 1 ms, because a day ends 1 ms before the next one begins. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1;
}
