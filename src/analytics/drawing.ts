import { type Chart, type ChartLine, sumLine } from './charts.ts';

/** No more lines can be told apart in one chart. */
export const maxDrawnLines = 8;

/** Beyond this, scales have no meaning; the table has the value. */
const maxDrawnValue = 1e15;

/** What is drawn of a chart: columns of the same length, with a gap where points are missing. */
export interface Drawing {
  readonly times: readonly number[];
  /** For each of these, its place among the times of the chart; -1 is within a gap. */
  readonly pointIndexes: readonly number[];
  readonly lines: readonly { readonly line: ChartLine; readonly values: readonly (number | null)[] }[];
  /** Lines that are in the table only. */
  readonly hiddenLineCount: number;
}

/** The lines with the greatest sums, and gaps where the service sent nothing for a while. */
export function createDrawing({ times, lines }: Pick<Chart, 'times' | 'lines'>): Drawing {
  const shown = selectLargest(lines);
  const points = [
    ...times.map((time, place) => ({ time, place })),
    ...findGaps(times).map((time) => ({ time, place: -1 })),
  ].sort((a, b) => a.time - b.time);
  return {
    times: points.map(({ time }) => time),
    pointIndexes: points.map(({ place }) => place),
    lines: shown.map((line) => ({
      line,
      values: points.map(({ place }) => toDrawnValue(line.values[place])),
    })),
    hiddenLineCount: lines.length - shown.length,
  };
}

function selectLargest(lines: readonly ChartLine[]): readonly ChartLine[] {
  if (lines.length <= maxDrawnLines) return lines;
  const ranked = lines
    .map((line) => ({ line, sum: Math.abs(sumLine(line)) }))
    .sort((a, b) => b.sum - a.sum)
    .slice(0, maxDrawnLines)
    .map(({ line }) => line);
  // In the order in which they came.
  return lines.filter((line) => ranked.includes(line));
}

function toDrawnValue(value: number | null | undefined): number | null {
  return value !== undefined && value !== null && Math.abs(value) <= maxDrawnValue ? value : null;
}

/** A time within each stretch that is longer than the usual step; days with an hour more are no gap. */
function findGaps(times: readonly number[]): readonly number[] {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)];
  if (usual === undefined || steps.length < 2) return [];
  return steps.flatMap((step, index) => (step > usual * 1.5 ? [(times[index] ?? 0) + usual] : []));
}
