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
  const combine = (combineValues: (values: readonly number[]) => number, ...keys: readonly string[]) =>
    combineCharts(
      charts.filter(({ key }) => keys.includes(key)),
      // The first interval can begin before the period.
      { from: from - intervalMs, to },
      combineValues,
    );
  const requests = combine(sum, 'requests_count');
  const errors = combine(sum, 'tool_errors', 'mcp_errors');
  const latency = combine(getMaximum, 'requests_latency_mean');
  const candidates: readonly UsageSeries[] = [
    { key: 'requests', total: sum(withoutNull(requests.values)), ...requests },
    { key: 'errors', total: sum(withoutNull(errors.values)), ...errors },
    { key: 'latency', total: getMedian(withoutNull(latency.values)) ?? 0, ...latency },
  ];
  return {
    from,
    to,
    intervalMs,
    series: candidates.filter(({ values }) => values.some((value) => value !== null)),
  };
}

/** Combines the values of all lines for each time. A line with the name `total` stands for all lines of its chart. */
function combineCharts(
  charts: readonly Chart[],
  { from, to }: Period,
  combineValues: (values: readonly number[]) => number,
): Pick<UsageSeries, 'times' | 'values'> {
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
  const times = [...byTime.keys()].sort((a, b) => a - b);
  return {
    times,
    values: times.map((time) => {
      const values = byTime.get(time) ?? [];
      return values.length === 0 ? null : combineValues(values);
    }),
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

function withoutNull(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
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
