import { type Chart, type ChartLine, sumLine } from './charts.ts';

/** Maximum number of lines, because users can't distinguish more of them. */
export const maxDrawnLines = 8;

/** Larger values aren't drawn, because all others would be invisible at such a scale. The table shows them. */
const maxDrawnValue = 1e15;

/** The data that is drawn for a chart. All arrays have the same length. In a gap, values are `null`. */
export interface Drawing {
  readonly times: readonly number[];
  /** The index of each point in the times of the chart, or -1 in a gap. */
  readonly pointIndexes: readonly number[];
  readonly lines: readonly { readonly line: ChartLine; readonly values: readonly (number | null)[] }[];
  /** Number of lines that only the table shows. */
  readonly hiddenLineCount: number;
}

/** Creates the drawing of the lines with the largest sums, with gaps where points are missing. */
export function createDrawing({ times, lines }: Pick<Chart, 'times' | 'lines'>): Drawing {
  const largestLines = selectLargest(lines);
  const points = [
    ...times.map((time, index) => ({ time, index })),
    ...findGaps(times).map((time) => ({ time, index: -1 })),
  ].sort((a, b) => a.time - b.time);
  return {
    times: points.map(({ time }) => time),
    pointIndexes: points.map(({ index }) => index),
    lines: largestLines.map((line) => ({
      line,
      values: points.map(({ index }) => toDrawnValue(line.values[index])),
    })),
    hiddenLineCount: lines.length - largestLines.length,
  };
}

function selectLargest(lines: readonly ChartLine[]): readonly ChartLine[] {
  if (lines.length <= maxDrawnLines) return lines;
  const ranked = lines
    .map((line) => ({ line, sum: Math.abs(sumLine(line)) }))
    .sort((a, b) => b.sum - a.sum)
    .slice(0, maxDrawnLines)
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
  return steps.flatMap((step, index) => (step > usual * 1.5 ? [(times[index] ?? 0) + usual] : []));
}
