import { type ChartLine, sumLine } from './charts.ts';
import type { PageChart } from './protocol.ts';
import { getPartLines, sumByTime } from './statistics.ts';

/** Maximum number of lines, because users can't distinguish more of them. */
export const maxDrawnLines = 8;
/** Maximum number of categories in a stack of bars. The others are combined. */
export const maxStackedLines = 5;

/** Larger values aren't drawn, because all others would be invisible at such a scale. The table shows them. */
const maxDrawnValue = 1e15;

interface DrawnLine {
  readonly line: ChartLine;
  readonly values: readonly (number | null)[];
}

/** The data that is drawn for a chart. All arrays have the same length. In a gap, values are `null`. */
export interface Drawing {
  /** The middle of each interval, or any time in a gap. */
  readonly times: readonly number[];
  /** The index of each point in the times of the chart, or -1 in a gap. */
  readonly pointIndexes: readonly number[];
  readonly lines: readonly DrawnLine[];
  /** The sum of the categories that aren't in `lines`, for bars. */
  readonly rest?: DrawnLine;
  /** Number of categories that aren't in `lines`. */
  readonly hiddenLineCount: number;
}

/**
 * Creates the drawing of the categories with the largest sums, with gaps where points are missing. The bars of counts
 * omit the category `total` if there are others, because they add up to it.
 */
export function createDrawing({
  times,
  ends,
  lines,
  isCount,
}: Pick<PageChart, 'times' | 'ends' | 'lines' | 'isCount'>): Drawing {
  const parts = isCount ? getPartLines({ lines }) : lines;
  const largest = selectLargest(parts, isCount ? maxStackedLines : maxDrawnLines);
  const points = [
    ...times.map((time, index) => ({ time: (time + (ends[index] ?? time)) / 2, index })),
    ...findGaps(times).map((time) => ({ time, index: -1 })),
  ].sort((a, b) => a.time - b.time);
  const toDrawnLine = (line: ChartLine): DrawnLine => ({
    line,
    values: points.map(({ index }) => toDrawnValue(line.values[index])),
  });
  const hidden = parts.filter((line) => !largest.includes(line));
  return {
    times: points.map(({ time }) => time),
    pointIndexes: points.map(({ index }) => index),
    lines: largest.map(toDrawnLine),
    ...(isCount &&
      hidden.length > 0 && { rest: toDrawnLine({ name: '', values: sumByTime(hidden, times.length) }) }),
    hiddenLineCount: hidden.length,
  };
}

function selectLargest(lines: readonly ChartLine[], maxCount: number): readonly ChartLine[] {
  if (lines.length <= maxCount) return lines;
  const ranked = lines
    .map((line) => ({ line, sum: Math.abs(sumLine(line)) }))
    .sort((a, b) => b.sum - a.sum)
    .slice(0, maxCount)
    .map(({ line }) => line);
  // Keeps the original order.
  return lines.filter((line) => ranked.includes(line));
}

function toDrawnValue(value: number | null | undefined): number | null {
  return value !== undefined && value !== null && Math.abs(value) <= maxDrawnValue ? value : null;
}

/**
 * Returns a time in each interval that is more than 1.5 times as long as the median interval. A day of 25 hours isn't a
 * gap.
 */
function findGaps(times: readonly number[]): readonly number[] {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)];
  if (usual === undefined || steps.length < 2) return [];
  // After the middle of the interval, which ends before.
  return steps.flatMap((step, index) => (step > usual * 1.5 ? [(times[index] ?? 0) + usual * 1.25] : []));
}
