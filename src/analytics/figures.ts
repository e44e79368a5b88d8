import type { Analytics } from '../api/analytics.ts';
import { type Chart, findBounds, hasAnyValue, sumChart } from './charts.ts';
import type { Period } from './period.ts';

/** A number for the whole period: a sum of counts, a rate, or a mean. */
export interface Figure {
  readonly key: 'requests' | 'sessions' | 'errorRate' | 'latency';
  /** The bounds of the value. They are equal if the exact value is known. A rate is a fraction of 1. */
  readonly low: number;
  readonly high: number;
  /** The series that add up to the errors of an error rate, by their names on the service. */
  readonly parts?: readonly { readonly key: string; readonly sum: number }[];
}

/** Computes the figures for which the charts have enough data. */
export function computeFigures(charts: readonly Chart[]): readonly Figure[] {
  const findChart = (key: string) => charts.find((chart) => chart.key === key && hasAnyValue(chart));
  const computeSum = (key: string) => {
    const chart = findChart(key);
    return chart && { key, sum: sumChart(chart) };
  };
  const createFigure = (key: Figure['key'], value: number): Figure => ({ key, low: value, high: value });
  const [requests, sessions] = [computeSum('requests_count'), computeSum('sessions_count')];
  const parts = [computeSum('tool_errors'), computeSum('mcp_errors')].filter((part) => part !== undefined);
  const errors = parts.reduce((total, { sum }) => total + sum, 0);
  // With more errors than requests, a rate would be meaningless.
  const hasRate = requests !== undefined && requests.sum > 0 && parts.length > 0 && errors <= requests.sum;
  const latency = findChart('requests_latency_mean');
  return [
    ...(requests ? [createFigure('requests', requests.sum)] : []),
    ...(sessions ? [createFigure('sessions', sessions.sum)] : []),
    ...(hasRate ? [{ ...createFigure('errorRate', errors / requests.sum), parts }] : []),
    ...(latency ? computeLatency(latency, findChart('requests_count')) : []),
  ];
}

/**
 * Returns the mean over all requests if the number of requests is known for each value, otherwise the bounds of the
 * means.
 */
function computeLatency(latency: Chart, requests: Chart | undefined): readonly Figure[] {
  const bounds = findBounds(latency.lines);
  if (!bounds) return [];
  const mean = requests && computeWeightedMean(latency, requests);
  const [low, high] = mean === undefined ? bounds : [mean, mean];
  return [{ key: 'latency', low, high }];
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
