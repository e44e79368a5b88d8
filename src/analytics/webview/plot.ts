import uPlot from 'uplot';
import { createElement } from '../../editor/webview/dom.ts';
import type { ChartFormatters } from '../chartFormatters.ts';
import type { Drawing } from '../drawing.ts';
import type { PageChart, ShownAnalytics } from '../protocol.ts';
import { computeValueTicks, findFittingLabels } from '../scale.ts';
import { sumByTime } from '../statistics.ts';
import { drawBars, type Stack } from './bars.ts';
import type { SeriesStyle } from './seriesStyle.ts';
import { measureTextWidth, readTheme, type Theme } from './theme.ts';

const heightPx = 190;
/** Space on the right for half of the last label. */
const rightSpacePx = 12;

interface PlotOptions {
  readonly root: HTMLElement;
  readonly chart: PageChart;
  readonly drawing: Drawing;
  /** The requested period. */
  readonly analytics: Pick<ShownAnalytics, 'from' | 'to'>;
  /** The indexes of the intervals that the period includes only in part. */
  readonly incomplete: readonly number[];
  /** One style for each line, and one for `rest`. */
  readonly styles: readonly SeriesStyle[];
  readonly formats: ChartFormatters;
  /** Called when the cursor moves, with the index of its interval in the chart, or `undefined` without a cursor. */
  onCursor(point: number | undefined): void;
}

export type Plot = ReturnType<typeof createPlot>;

/** Draws a chart with the width of `root`: stacked bars of counts, or lines of other values. */
export function createPlot(options: PlotOptions) {
  const { root, chart, drawing, incomplete } = options;
  let theme = readTheme();
  const drawnLines = [...drawing.lines, ...(drawing.rest ? [drawing.rest] : [])];
  const values = drawnLines.map((drawn) => drawn.values);
  // Bars are drawn by a hook. The chart only needs their sums, for the scale and the cursor.
  const series = chart.isCount ? [sumStacks(values, drawing.times.length)] : values;
  const plot = new uPlot(
    createChartOptions(options, series, () => theme),
    [drawing.times, ...series] as unknown as uPlot.AlignedData,
    root,
  );
  /** `isOwn`: whether `onCursor` is called. */
  const setCursor = (point: number | undefined, isOwn: boolean): void => {
    const time = point === undefined ? undefined : getMiddle(chart, point);
    const left = time === undefined ? -10 : plot.valToPos(time, 'x');
    plot.setCursor({ left, top: time === undefined ? -10 : 0 }, isOwn);
  };
  /** Returns the edges of intervals, in pixels. */
  const getBounds = (range: readonly [number, number]) => ({
    left: plot.valToPos(chart.times[Math.min(...range)] ?? 0, 'x'),
    right: plot.valToPos(chart.ends[Math.max(...range)] ?? 0, 'x'),
  });
  /** Moves a band to intervals. */
  const moveBand = (element: HTMLElement, range: readonly [number, number]): void => {
    const { left, right } = getBounds(range);
    element.style.left = `${left}px`;
    element.style.width = `${Math.max(right - left, 2)}px`;
  };
  const hatchings = incomplete.map((point) => ({ point, element: createElement('div', 'incomplete') }));
  // The positions are known when the chart is drawn, also after its size has changed.
  plot.hooks.draw?.push(() => {
    for (const { point, element } of hatchings) moveBand(element, [point, point]);
  });
  const resizing = new ResizeObserver(() => {
    const width = root.clientWidth;
    if (width > 0 && width !== plot.width) plot.setSize({ width, height: heightPx });
  });
  resizing.observe(root);
  const band = createElement('div', 'band');
  band.hidden = true;
  plot.over.append(...hatchings.map(({ element }) => element), band);
  return {
    /** Moves the cursor to an interval, or hides the cursor if `point` is `undefined`. */
    moveCursor: (point: number | undefined) => setCursor(point, true),
    /** Marks the points of an interval at the cursor of another chart, or none if `point` is `undefined`. */
    showPoints: (point: number | undefined) => setCursor(point, false),
    getBounds,
    /** Returns the index of the interval at a horizontal position in the window, or `undefined` in a gap. */
    findPoint(clientX: number): number | undefined {
      const index = plot.posToIdx(clientX - plot.over.getBoundingClientRect().left);
      const point = drawing.pointIndexes[index] ?? -1;
      return point < 0 ? undefined : point;
    },
    /** Highlights intervals, or none if `range` is `undefined`. */
    highlight(range: readonly [number, number] | undefined, isSelection: boolean): void {
      band.hidden = range === undefined;
      band.classList.toggle('selection', isSelection);
      if (range) moveBand(band, range);
    },
    /** Redraws the chart in the colors of the current theme. */
    recolor(): void {
      theme = readTheme();
      plot.redraw(false, true);
    },
    over: plot.over,
    destroy(): void {
      resizing.disconnect();
      plot.destroy();
    },
  };
}

function getMiddle({ times, ends }: PageChart, point: number): number {
  const start = times[point] ?? 0;
  return (start + (ends[point] ?? start)) / 2;
}

/** Returns the height of each stack. Negative counts have no bars. */
function sumStacks(values: readonly (readonly (number | null)[])[], count: number) {
  const positive = values.map((line) => ({
    name: '',
    values: line.map((value) => (value === null ? null : Math.max(value, 0))),
  }));
  return sumByTime(positive, count);
}

function createChartOptions(
  { root, chart, drawing, analytics, styles, formats, onCursor }: PlotOptions,
  series: readonly (readonly (number | null)[])[],
  getTheme: () => Theme,
): uPlot.Options {
  const start = Math.min(analytics.from, chart.times[0] ?? analytics.from);
  const end = Math.max(analytics.to, chart.ends.at(-1) ?? analytics.to);
  const ticks = createTicks(series, chart.unit);
  const stacks = chart.isCount ? createStacks(chart, drawing) : [];
  return {
    width: Math.max(root.clientWidth, 50),
    height: heightPx,
    ms: 1,
    legend: { show: false },
    padding: [10, rightSpacePx, 0, 0],
    cursor: {
      y: false,
      // Snaps to points, because the legend shows the values of a point.
      move: (plot, left, top) => [left < 0 ? left : snapToPoint(plot, left), top],
      drag: { x: false, y: false, setScale: false },
      points: { show: !chart.isCount, size: 9, width: 2 },
    },
    scales: {
      x: { time: true, range: [start, Math.max(end, start + 1)] },
      y: { range: valueAxisRange(ticks) },
    },
    axes: createAxes(start, end, { ticks, unit: chart.unit }, formats, getTheme),
    series: [
      {},
      ...series.map((_line, index) =>
        chart.isCount
          ? { paths: () => null, points: { show: false } }
          : createLineSeries(styles[index], drawing.lines.length === 1, getTheme),
      ),
    ],
    hooks: {
      draw: [(plot) => drawBars(plot, stacks, styles, getTheme())],
      drawSeries: [
        (plot, index) => {
          if (!chart.isCount) drawSinglePoints(plot, index, styles[index - 1], getTheme());
        },
      ],
      setCursor: [
        ({ cursor }) => {
          const point =
            cursor.idx === null || cursor.idx === undefined ? -1 : drawing.pointIndexes[cursor.idx];
          onCursor(point === undefined || point < 0 ? undefined : point);
        },
      ],
    },
  };
}

function createLineSeries(
  style: SeriesStyle | undefined,
  isOnly: boolean,
  getTheme: () => Theme,
): uPlot.Series {
  return {
    stroke: () => getTheme().color(style?.color ?? ''),
    ...(isOnly && { fill: () => areaColor(getTheme(), style) }),
    width: 2,
    dash: [...(style?.dash ?? [])],
    points: { show: false },
  };
}

function createStacks({ times, ends }: PageChart, { lines, rest, pointIndexes }: Drawing): readonly Stack[] {
  return pointIndexes.flatMap((point, index) => {
    const start = times[point];
    if (start === undefined) return [];
    const values = [...lines, ...(rest ? [rest] : [])].map((line) => line.values[index] ?? null);
    return [{ start, end: ends[point] ?? start, values }];
  });
}

/** Creates the time axis from `start` to `end`, and the value axis. */
function createAxes(
  start: number,
  end: number,
  { ticks, unit }: { readonly ticks: readonly number[]; readonly unit: string | undefined },
  formats: ChartFormatters,
  getTheme: () => Theme,
): uPlot.Axis[] {
  const { font } = getTheme();
  const tickTexts = ticks.map((tick) => formats.formatTickValue(tick, unit));
  const axisWidth = Math.max(40, ...tickTexts.map((text) => Math.ceil(measureTextWidth(text, font)) + 12));
  const timeTexts = (plot: uPlot, times: readonly number[]): string[] => {
    const step = (times[1] ?? 0) - (times[0] ?? 0);
    const texts = times.map((time) => formats.formatTick(time, step));
    const share = (time: number): number => (time - start) / Math.max(end - start, 1);
    const labels = texts.map((text, index) => ({
      center: axisWidth + share(times[index] ?? 0) * (plot.width - axisWidth - rightSpacePx),
      width: measureTextWidth(text, getTheme().font),
    }));
    const fitting = findFittingLabels(labels, plot.width);
    return texts.map((text, index) => (fitting[index] ? text : ''));
  };
  const axis = {
    stroke: () => getTheme().text,
    font,
    ticks: { show: false },
    grid: { stroke: () => getTheme().grid, width: 1 },
  };
  return [
    { ...axis, size: 30, space: 64, grid: { show: false }, values: timeTexts },
    { ...axis, size: axisWidth, splits: [...ticks], values: tickTexts },
  ];
}

function snapToPoint(plot: uPlot, left: number): number {
  const time = plot.data[0][plot.posToIdx(left)];
  return time === undefined ? left : Math.round(plot.valToPos(time, 'x'));
}

function createTicks(
  series: readonly (readonly (number | null)[])[],
  unit: string | undefined,
): readonly number[] {
  const values = series.flatMap((line) => line.filter((value) => value !== null));
  const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [0, 0]);
  return computeValueTicks(low, high, {
    isWhole: unit === 'ms' || values.every((value) => Number.isInteger(value)),
  });
}

/** Returns the range of the value axis, with space for half of the line width at each end that isn't zero. */
function valueAxisRange(ticks: readonly number[]): [number, number] {
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const space = (top - bottom) * 0.02;
  return [bottom < 0 ? bottom - space : bottom, top > 0 ? top + space : top];
}

function areaColor(theme: Theme, style: SeriesStyle | undefined): string {
  const share = theme.isHighContrast ? 0 : 10;
  return `color-mix(in srgb, ${theme.color(style?.color ?? '')} ${share}%, transparent)`;
}

/** Draws dots on the points without neighbors, which no line would show. */
function drawSinglePoints(plot: uPlot, index: number, style: SeriesStyle | undefined, theme: Theme): void {
  const values = plot.data[index];
  if (!values || !style || index === 0) return;
  const hasValue = (pointIndex: number): boolean => (values[pointIndex] ?? null) !== null;
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = theme.color(style.color);
  for (const [pointIndex, time] of plot.data[0].entries()) {
    const value = values[pointIndex];
    if (value === null || value === undefined) continue;
    if (hasValue(pointIndex - 1) || hasValue(pointIndex + 1)) continue;
    ctx.beginPath();
    ctx.arc(
      plot.valToPos(time, 'x', true),
      plot.valToPos(value, 'y', true),
      3 * uPlot.pxRatio,
      0,
      2 * Math.PI,
    );
    ctx.fill();
  }
  ctx.restore();
}
