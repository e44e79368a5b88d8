import uPlot from 'uplot';
import type { ChartFormatters } from '../chartFormatters.ts';
import type { Drawing } from '../drawing.ts';
import { computeMarkerStep, computeValueTicks, findFittingLabels } from '../scale.ts';
import { createMarkerPath, type LineStyle } from './lineStyle.ts';
import { measureTextWidth, readTheme, type Theme } from './theme.ts';

/** The group of charts whose cursors move together. */
const syncGroup = 'analytics';
const heightPx = 190;
/** Space on the right for half of the last label. */
const rightSpacePx = 12;

interface PlotOptions {
  readonly root: HTMLElement;
  readonly drawing: Drawing;
  /** The requested period in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly styles: readonly LineStyle[];
  readonly formats: ChartFormatters;
  /**
   * Called when the cursor moves, with the index of its point, and with its distance from the left edge in pixels.
   * Without a cursor, `index` is `undefined` and `left` is negative.
   */
  onCursor(index: number | undefined, left: number): void;
}

export type Plot = ReturnType<typeof createPlot>;

/** Draws a chart with the width of `root`. */
export function createPlot(options: PlotOptions) {
  const { root, drawing } = options;
  let theme = readTheme();
  const data = [drawing.times, ...drawing.lines.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  const plot = new uPlot(
    createChartOptions(options, () => theme),
    data,
    root,
  );
  // The types of uPlot lack the third parameter, which publishes the cursor to the other charts.
  const setCursor: (...args: [{ left: number; top: number }, boolean, boolean]) => void = plot.setCursor;
  const resizing = new ResizeObserver(() => {
    const width = root.clientWidth;
    if (width > 0 && width !== plot.width) plot.setSize({ width, height: heightPx });
  });
  resizing.observe(root);
  return {
    /** Moves the cursor to a time, or hides the cursor if `time` is `undefined`. */
    moveCursor(time: number | undefined): void {
      const left = time === undefined ? -10 : plot.valToPos(time, 'x');
      setCursor.call(plot, { left, top: time === undefined ? -10 : 0 }, true, true);
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

function createChartOptions(
  { root, drawing, from, to, styles, formats, onCursor }: PlotOptions,
  getTheme: () => Theme,
): uPlot.Options {
  const { times, lines } = drawing;
  const start = Math.min(from, times[0] ?? from);
  const end = Math.max(to, times.at(-1) ?? to);
  const ticks = createTicks(drawing);
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
      points: { size: 9, width: 2 },
      sync: { key: syncGroup, scales: ['x', null] },
    },
    scales: {
      x: { time: true, range: [start, Math.max(end, start + 1)] },
      y: { range: valueAxisRange(ticks) },
    },
    axes: createAxes(start, end, ticks, formats, getTheme),
    series: [
      {},
      ...lines.map(
        (_line, index): uPlot.Series => ({
          stroke: () => getTheme().color(styles[index]?.color ?? ''),
          ...(lines.length === 1 && { fill: () => areaColor(getTheme(), styles[index]) }),
          width: 2,
          dash: [...(styles[index]?.dash ?? [])],
          points: { show: false },
        }),
      ),
    ],
    hooks: {
      drawSeries: [(plot, index) => drawMarkers(plot, index, styles[index - 1], getTheme())],
      setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined, cursor.left ?? -1)],
    },
  };
}

/** Creates the time axis from `start` to `end`, and the value axis with `ticks`. */
function createAxes(
  start: number,
  end: number,
  ticks: readonly number[],
  formats: ChartFormatters,
  getTheme: () => Theme,
): uPlot.Axis[] {
  const { font } = getTheme();
  const tickTexts = ticks.map((tick) => formats.formatCompact(tick));
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

function createTicks({ lines }: Drawing): readonly number[] {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [0, 0]);
  return computeValueTicks(low, high, { isWhole: values.every((value) => Number.isInteger(value)) });
}

/** Returns the range of the value axis, with space for half of the line width at each end that isn't zero. */
function valueAxisRange(ticks: readonly number[]): [number, number] {
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const space = (top - bottom) * 0.02;
  return [bottom < 0 ? bottom - space : bottom, top > 0 ? top + space : top];
}

function areaColor(theme: Theme, style: LineStyle | undefined): string {
  const share = theme.isHighContrast ? 0 : 10;
  return `color-mix(in srgb, ${theme.color(style?.color ?? '')} ${share}%, transparent)`;
}

/**
 * Draws markers on all points. If there isn't enough space, draws them only on points without neighbors, which no line
 * would show, and, if there are several lines, on some other points of each.
 */
function drawMarkers(plot: uPlot, index: number, style: LineStyle | undefined, theme: Theme): void {
  const values = plot.data[index];
  const times = plot.data[0];
  if (!values || !style || index === 0) return;
  const step = computeMarkerStep(times.length, plot.bbox.width / uPlot.pxRatio);
  // A single line doesn't need markers to be identified.
  const isMarked = (pointIndex: number): boolean =>
    step === 1 || (plot.series.length > 2 && (pointIndex + index) % step === 0);
  const hasValue = (pointIndex: number): boolean => (values[pointIndex] ?? null) !== null;
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = theme.color(style.color);
  ctx.setLineDash([]);
  for (const [pointIndex, time] of times.entries()) {
    const value = values[pointIndex];
    if (value === null || value === undefined) continue;
    if (!isMarked(pointIndex) && (hasValue(pointIndex - 1) || hasValue(pointIndex + 1))) continue;
    const [x, y] = [plot.valToPos(time, 'x', true), plot.valToPos(value, 'y', true)];
    ctx.fill(new Path2D(createMarkerPath(style.marker, x, y, 3 * uPlot.pxRatio)));
  }
  ctx.restore();
}
