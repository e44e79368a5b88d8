import type { Analytics } from '../api/analytics.ts';
import { maxPeriodMs, type Period } from './period.ts';

/**
 * A category of a series. `values` has one item for each of the chart's times: the value, or `null` if the service sent
 * none.
 */
export interface ChartLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** A time series, ready to be drawn, read, or copied. */
export interface Chart {
  /** The name that the service uses, such as `requests_count`. */
  readonly key: string;
  /** Timestamps in milliseconds since the epoch, ascending and without duplicates. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
}

/** The known series in the order of their charts. Other series follow in the order of the response. */
const seriesOrder = [
  'sessions_count',
  'requests_count',
  'requests_latency_mean',
  'tool_errors',
  'mcp_errors',
  'output_token_mean',
  'task_count',
];

/**
 * Creates the charts of a response. Points can come in any order. Points without a valid time and points more than
 * `maxPeriodMs` outside the period are ignored.
 */
export function createCharts({ timeSeries }: Pick<Analytics, 'timeSeries'>, span: Period): readonly Chart[] {
  const rank = (key: string): number =>
    seriesOrder.includes(key) ? seriesOrder.indexOf(key) : seriesOrder.length;
  return Object.entries(timeSeries)
    .map(([key, points]) => createChart(key, points, span))
    .sort((a, b) => rank(a.key) - rank(b.key));
}

function createChart(key: string, points: Analytics['timeSeries'][string], { from, to }: Period): Chart {
  const byTime = new Map<number, Map<string, number>>();
  const names = new Set<string>();
  for (const { timestamp, categories } of points) {
    if (!(timestamp >= from - maxPeriodMs && timestamp <= to + maxPeriodMs)) continue;
    const values = byTime.get(timestamp) ?? new Map<string, number>();
    byTime.set(timestamp, values);
    for (const [name, value] of Object.entries(categories)) {
      names.add(name);
      if (Number.isFinite(value)) values.set(name, value);
    }
  }
  const times = [...byTime.keys()].sort((a, b) => a - b);
  const lines = [...names].map((name) => ({
    name,
    values: times.map((time) => byTime.get(time)?.get(name) ?? null),
  }));
  return { key, times, lines };
}

export function hasAnyValue({ lines }: Pick<Chart, 'lines'>): boolean {
  return lines.some(({ values }) => values.some((value) => value !== null));
}

export function sumLine({ values }: ChartLine): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** Returns the sum of all values, or only of the category `total` if the service sends one. */
export function sumChart({ lines }: Pick<Chart, 'lines'>): number {
  const total = lines.find(({ name }) => name === 'total');
  return total ? sumLine(total) : lines.reduce((sum, line) => sum + sumLine(line), 0);
}
