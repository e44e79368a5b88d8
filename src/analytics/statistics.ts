import type { Chart, ChartLine } from './charts.ts';

/** Statistics of series. */

/** The largest value of a series. */
export interface Peak {
  readonly value: number;
  /** The start of the interval with the value, in milliseconds since the epoch. */
  readonly time: number;
  /** The index of the interval in the times of the chart. */
  readonly index: number;
  /** The category with the value. Absent for sums of all categories, and if there is only one category. */
  readonly name?: string;
}

/** Returns the median, which is the mean of the two middle values for an even count, or `undefined` without values. */
export function computeMedian(values: readonly (number | null)[]): number | undefined {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : low / 2 + high / 2;
}

/** Returns the median of the values of all intervals and categories. */
export function computeChartMedian(chart: Pick<Chart, 'lines'>): number | undefined {
  return computeMedian(getMainLines(chart).flatMap(({ values }) => values));
}

/**
 * Returns the first interval with the largest value: of any category, or of the sum of all categories if `isCount` is
 * true. Returns `undefined` if there are fewer than two intervals with values, or if a count is never more than 0.
 */
export function findPeak(
  { times, lines }: Pick<Chart, 'times' | 'lines'>,
  isCount: boolean,
): Peak | undefined {
  const mainLines = getMainLines({ lines });
  const compared: readonly ChartLine[] = isCount
    ? [{ name: '', values: sumByTime(mainLines, times.length) }]
    : mainLines;
  let peak: Peak | undefined;
  for (const [index, time] of times.entries()) {
    for (const { name, values } of compared) {
      const value = values[index] ?? null;
      if (value === null || (peak && value <= peak.value)) continue;
      peak = { value, time, index, ...(compared.length > 1 && { name }) };
    }
  }
  const filledCount = times.filter((_time, index) =>
    mainLines.some(({ values }) => (values[index] ?? null) !== null),
  ).length;
  return filledCount < 2 || (isCount && (peak?.value ?? 0) <= 0) ? undefined : peak;
}

/** Returns the sum of all lines for each time, or `null` if no line has a value. */
export function sumByTime(lines: readonly ChartLine[], count: number): readonly (number | null)[] {
  return Array.from({ length: count }, (_, index) =>
    lines.reduce<number | null>((sum, { values }) => {
      const value = values[index] ?? null;
      return value === null ? sum : (sum ?? 0) + value;
    }, null),
  );
}

/** Returns only the category `total` if the service sends one, which the other categories are parts of. */
export function getMainLines({ lines }: Pick<Chart, 'lines'>): readonly ChartLine[] {
  const total = lines.find(({ name }) => name === 'total');
  return total ? [total] : lines;
}

/** Returns all categories except `total`, unless it's the only one. */
export function getPartLines({ lines }: Pick<Chart, 'lines'>): readonly ChartLine[] {
  const parts = lines.filter(({ name }) => name !== 'total');
  return parts.length > 0 ? parts : lines;
}
