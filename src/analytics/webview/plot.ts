import uPlot from 'uplot';
import type { Drawing } from '../drawable.ts';
import type { Formats } from '../formats.ts';
import { type LineStyle, markerPath } from './lineStyle.ts';
import { readTheme, type Theme } from './theme.ts';

/** Charts of one page, whose cursors move together. */
const group = 'analytics';
const height = 190;
/** Markers closer than this, in px, would be a band. */
const markerSpace = 11;

export interface Plot {
  /** Puts the cursor on a time of the drawing; without one, takes it away. */
  point(time: number | undefined): void;
  /** Draws it in the colours of the theme that there is now. */
  recolor(): void;
  readonly over: HTMLElement;
  destroy(): void;
}

interface PlotDeps {
  readonly root: HTMLElement;
  readonly drawing: Drawing;
  /** ms since 1970: what was asked for. */
  readonly from: number;
  readonly to: number;
  readonly styles: readonly LineStyle[];
  readonly formats: Formats;
  /** Where the cursor is now: an index into the drawing's times, and px from the left of the lines. */
  onCursor(index: number | undefined, left: number): void;
}

/** Draws lines into `root`, as wide as that is. */
export function createPlot({ root, drawing, from, to, styles, formats, onCursor }: PlotDeps): Plot {
  let theme = readTheme();
  const { times, lines } = drawing;
  const start = Math.min(from, times[0] ?? from);
  const end = Math.max(to, times.at(-1) ?? to);
  const isWhole = lines.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
  const axis = {
    stroke: () => theme.text,
    font: theme.font,
    ticks: { show: false },
    grid: { stroke: () => theme.grid, width: 1 },
  };
  const options: uPlot.Options = {
    width: Math.max(root.clientWidth, 50),
    height,
    ms: 1,
    legend: { show: false },
    padding: [10, 12, 0, 0],
    cursor: {
      y: false,
      // From point to point: what is said is of that time.
      move: (plot, left, top) => [left < 0 ? left : nearest(plot, left), top],
      drag: { x: false, y: false, setScale: false },
      points: { size: 9, width: 2 },
      sync: { key: group, scales: ['x', null] },
    },
    scales: {
      x: { time: true, range: [start, Math.max(end, start + 1)] },
      y: { range: (_plot, low, high) => valueRange(low, high) },
    },
    axes: [
      {
        ...axis,
        size: 30,
        space: 64,
        grid: { show: false },
        values: (_plot, splits) => {
          const step = splits.length > 1 ? (splits[1] ?? 0) - (splits[0] ?? 0) : 0;
          return splits.map((time) => formats.mark(time, step));
        },
      },
      {
        ...axis,
        size: 52,
        space: 36,
        ...(isWhole && { incrs: wholeSteps }),
        values: (_plot, splits) => splits.map((value) => formats.short(value)),
      },
    ],
    series: [
      {},
      ...lines.map(
        (_line, index): uPlot.Series => ({
          stroke: () => theme.color(styles[index]?.color ?? ''),
          ...(lines.length === 1 && { fill: () => areaColor(theme, styles[index]) }),
          width: 2,
          dash: [...(styles[index]?.dash ?? [])],
          points: { show: false },
        }),
      ),
    ],
    hooks: {
      drawSeries: [(plot, index) => drawMarkers(plot, index, styles[index - 1], theme)],
      setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined, cursor.left ?? -1)],
    },
  };
  const data = [times, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  const plot = new uPlot(options, data, root);
  // The third, that the other charts hear of it, is missing in the library's types.
  const setCursor: (...args: [{ left: number; top: number }, boolean, boolean]) => void = plot.setCursor;
  const resizing = new ResizeObserver(() => {
    const width = root.clientWidth;
    if (width > 0 && width !== plot.width) plot.setSize({ width, height });
  });
  resizing.observe(root);
  return {
    point(time) {
      const left = time === undefined ? -10 : plot.valToPos(time, 'x');
      setCursor.call(plot, { left, top: time === undefined ? -10 : 0 }, true, true);
    },
    recolor() {
      theme = readTheme();
      plot.redraw(false, true);
    },
    over: plot.over,
    destroy() {
      resizing.disconnect();
      plot.destroy();
    },
  };
}

const wholeSteps = [1, 2, 5].flatMap((step) => Array.from({ length: 16 }, (_, power) => step * 10 ** power));
wholeSteps.sort((a, b) => a - b);

function nearest(plot: uPlot, left: number): number {
  const time = plot.data[0][plot.posToIdx(left)];
  return time === undefined ? left : Math.round(plot.valToPos(time, 'x'));
}

/** From zero, with some space above; lines without a value get a scale as well. */
function valueRange(low: number | null, high: number | null): [number, number] {
  const [bottom, top] = [Math.min(low ?? 0, 0), Math.max(high ?? 0, 0)];
  if (!(top > bottom)) return [0, 1];
  const space = (top - bottom) * 0.08;
  return [bottom === 0 ? 0 : bottom - space, top + space];
}

function areaColor(theme: Theme, style: LineStyle | undefined): string {
  const share = theme.isHighContrast ? 0 : 10;
  return `color-mix(in srgb, ${theme.color(style?.color ?? '')} ${share}%, transparent)`;
}

/** On each point where there is space for it, and on those that no line leads to. */
function drawMarkers(plot: uPlot, index: number, style: LineStyle | undefined, theme: Theme): void {
  const values = plot.data[index];
  const times = plot.data[0];
  if (!values || !style || index === 0) return;
  const isDense = plot.bbox.width / uPlot.pxRatio / Math.max(times.length, 1) < markerSpace;
  const has = (at: number): boolean => (values[at] ?? null) !== null;
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = theme.color(style.color);
  ctx.setLineDash([]);
  for (const [at, time] of times.entries()) {
    const value = values[at];
    if (value === null || value === undefined) continue;
    if (isDense && (has(at - 1) || has(at + 1))) continue;
    const [x, y] = [plot.valToPos(time, 'x', true), plot.valToPos(value, 'y', true)];
    ctx.fill(new Path2D(markerPath(style.marker, x, y, 3 * uPlot.pxRatio)));
  }
  ctx.restore();
}
