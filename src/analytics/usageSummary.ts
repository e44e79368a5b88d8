import type { Analytics } from '../api/analytics.ts';
import type { Client } from '../api/client.ts';
import type { UsageSeries, UsageSummary } from '../domain/environmentSummary.ts';
import { type Chart, createCharts } from './charts.ts';
import type { Period } from './period.ts';
import { findServiceZone } from './serviceZone.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Reads the requests, errors, and latencies of a project in the last 24 hours (`insights.getAnalytics`). `now` is in
 * milliseconds since the epoch, and `zone` is the user's time zone.
 */
export async function readUsageSummary(
  { insights }: Pick<Client, 'insights'>,
  projectId: string,
  { now, zone, signal }: { readonly now: number; readonly zone: string; readonly signal: AbortSignal },
): Promise<UsageSummary> {
  const period = { from: now - dayMs, to: now };
  const query = {
    startTimestamp: period.from,
    endTimestamp: period.to,
    timeZone: findServiceZone(zone, period).name,
  };
  return summarizeUsage(await insights.getAnalytics(projectId, query, { signal }), period);
}

/** Summarizes a response. Leaves out series without values, and points outside of the period. */
export function summarizeUsage(analytics: Analytics, { from, to }: Period): UsageSummary {
  const intervalMs = findInterval(analytics);
  const charts = createCharts(analytics, { from, to });
  const group = (...keys: readonly string[]) =>
    groupByTime(
      charts.filter(({ key }) => keys.includes(key)),
      // The first interval can begin before the period.
      { from: from - intervalMs, to },
    );
  const requests = group('requests_count');
  const errors = group('tool_errors', 'mcp_errors');
  const latency = group('requests_latency_mean');
  const candidates: readonly UsageSeries[] = [
    { key: 'requests', total: sum(requests.flatMap(({ values }) => values)), ...combine(requests, sum) },
    { key: 'errors', total: sum(errors.flatMap(({ values }) => values)), ...combine(errors, sum) },
    {
      key: 'latency',
      // Of all tools, as on the analytics page.
      total: getMedian(latency.flatMap(({ values }) => values)) ?? 0,
      ...combine(latency, getMaximum),
    },
  ];
  return {
    from,
    to,
    intervalMs,
    series: candidates.filter(({ values }) => values.some((value) => value !== null)),
  };
}

/** The values of all categories at a time, in milliseconds since the epoch. */
interface TimeValues {
  readonly time: number;
  readonly values: readonly number[];
}

/** Groups the values of all lines by their times. A line with the name `total` stands for all lines of its chart. */
function groupByTime(charts: readonly Chart[], { from, to }: Period): readonly TimeValues[] {
  const byTime = new Map<number, number[]>();
  for (const { times, lines } of charts) {
    const total = lines.find(({ name }) => name === 'total');
    for (const { values } of total ? [total] : lines) {
      for (const [index, time] of times.entries()) {
        if (time <= from || time > to) continue;
        const known = byTime.get(time) ?? [];
        byTime.set(time, known);
        const value = values[index] ?? null;
        if (value !== null) known.push(value);
      }
    }
  }
  return [...byTime].map(([time, values]) => ({ time, values })).sort((a, b) => a.time - b.time);
}

function combine(
  points: readonly TimeValues[],
  combineValues: (values: readonly number[]) => number,
): Pick<UsageSeries, 'times' | 'values'> {
  return {
    times: points.map(({ time }) => time),
    values: points.map(({ values }) => (values.length === 0 ? null : combineValues(values))),
  };
}

/** Returns the length of an interval in milliseconds. */
function findInterval({ metadata }: Analytics): number {
  switch (metadata?.interval) {
    case 'minute':
      return minuteMs;
    case 'day':
      return dayMs;
    default:
      return hourMs;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function getMaximum(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY);
}

/** Returns the value in the middle, or the mean of the two values in the middle. */
function getMedian(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.length === 0 ? undefined : sum(middle) / middle.length;
}
