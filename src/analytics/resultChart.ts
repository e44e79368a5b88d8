import { type Chart, hasAnyValue } from './charts.ts';
import { getMainLines, sumByTime } from './statistics.ts';

/** The key of the chart of requests by their result, which the service doesn't return. */
export const resultChartKey = 'requests_by_result';
/** The name of the line of requests without errors. The other lines have the names of the error series. */
export const successfulLineName = 'successful';

const errorKeys = ['tool_errors', 'mcp_errors'];

/**
 * Creates the chart of successful requests and errors. Returns `undefined` if the service doesn't return requests and
 * errors, or if an interval has more errors than requests, so that errors aren't parts of the requests.
 */
export function createResultChart(charts: readonly Chart[]): Chart | undefined {
  const find = (key: string) => charts.find((chart) => chart.key === key && hasAnyValue(chart));
  const requests = find('requests_count');
  const errorCharts = errorKeys.map(find).filter((chart) => chart !== undefined);
  if (!requests || errorCharts.length === 0) return undefined;
  const { times } = requests;
  const requestCounts = sumChartByTime(requests, times);
  const errorLines = errorCharts.map((chart) => ({ name: chart.key, values: sumChartByTime(chart, times) }));
  const errorCounts = sumByTime(errorLines, times.length);
  const successes = requestCounts.map((count, index) =>
    count === null ? null : count - (errorCounts[index] ?? 0),
  );
  const knownTimes = new Set(times);
  const hasUnknownTime = errorCharts.some((chart) => chart.times.some((time) => !knownTimes.has(time)));
  const isImpossible = successes.some((count, index) => (count ?? -(errorCounts[index] ?? 0)) < 0);
  if (hasUnknownTime || isImpossible) return undefined;
  return {
    key: resultChartKey,
    times,
    lines: [{ name: successfulLineName, values: successes }, ...errorLines],
  };
}

/** Returns the sum of all categories at each time, or `null` for a time without values. */
function sumChartByTime(chart: Chart, times: readonly number[]): readonly (number | null)[] {
  const sums = sumByTime(getMainLines(chart), chart.times.length);
  const byTime = new Map(chart.times.map((time, index) => [time, sums[index] ?? null]));
  return times.map((time) => byTime.get(time) ?? null);
}
