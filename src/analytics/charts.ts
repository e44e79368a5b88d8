import type { Analytics } from '../api/analytics.ts';
import { maxPeriodMs, type Period } from './period.ts';

/** One category of a measure; its values stand at the times of its chart. `null`: the service sent none there. */
export interface ChartLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** A measure over time, ready to be drawn, read or copied. */
export interface Chart {
  /** As the service names it: `requests_count`. */
  readonly key: string;
  /** ms since 1970, ascending, each once. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
}

/** The measures that are known, in the order of their charts; others follow as they come. */
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
 * The measures that were sent. Points may come in any order and in parts; those without a usable time are left out, and
 * so is what lies further from the span than it can be long.
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

/** Whether there is any value. */
export function hasAnyValue({ lines }: Pick<Chart, 'lines'>): boolean {
  return lines.some(({ values }) => values.some((value) => value !== null));
}

/** The sum of a line. */
export function sumLine({ values }: ChartLine): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** Of all categories: what the service calls the total, where it sends one beside the parts. */
export function sumChart({ lines }: Pick<Chart, 'lines'>): number {
  const total = lines.find(({ name }) => name === 'total');
  return total ? sumLine(total) : lines.reduce((sum, line) => sum + sumLine(line), 0);
}

/** The least and the greatest value; `undefined` where there is none. */
export function findBounds(lines: readonly ChartLine[]): readonly [number, number] | undefined {
  let bounds: [number, number] | undefined;
  for (const { values } of lines) {
    for (const value of values) {
      if (value === null) continue;
      bounds = bounds ? [Math.min(bounds[0], value), Math.max(bounds[1], value)] : [value, value];
    }
  }
  return bounds;
}
