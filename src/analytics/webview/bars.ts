import uPlot from 'uplot';
import { type SeriesStyle, tileSizePx } from './seriesStyle.ts';
import type { Theme } from './theme.ts';

/** A stack of bars: the interval, and a value for each category from bottom to top. */
export interface Stack {
  readonly start: number;
  readonly end: number;
  readonly values: readonly (number | null)[];
}

/** Width in px above which bars don't grow. */
const maxBarWidthPx = 40;
/** Minimum height in px of a value that isn't zero, so that few errors among many requests are visible. */
const minHeightPx = 2;

/** Draws stacks of bars on the canvas of a chart. In high contrast themes, bars have borders and patterns. */
export function drawBars(
  plot: uPlot,
  stacks: readonly Stack[],
  styles: readonly SeriesStyle[],
  theme: Theme,
): void {
  const { ctx } = plot;
  const pixel = uPlot.pxRatio;
  const toX = (time: number): number => plot.valToPos(time, 'x', true);
  const toY = (value: number): number => plot.valToPos(value, 'y', true);
  const fills = styles.map((style) => createFill(ctx, style, theme));
  ctx.save();
  ctx.lineWidth = pixel;
  for (const { start, end, values } of stacks) {
    const [from, to] = [toX(start), toX(end)];
    const space = Math.min(Math.max((to - from) * 0.2, pixel), 6 * pixel);
    const width = Math.max(Math.min(to - from - space, maxBarWidthPx * pixel), pixel);
    const left = Math.round((from + to - width) / 2);
    let base = 0;
    let bottom = toY(0);
    for (const [index, value] of values.entries()) {
      if (value === null || value <= 0) continue;
      const height = Math.max(toY(base) - toY(base + value), minHeightPx * pixel);
      base += value;
      // A line of the background separates the bars of a stack.
      const gap = height > 3 * pixel ? pixel : 0;
      const box = [left, bottom - height, Math.round(width), height - gap] as const;
      bottom -= height;
      ctx.fillStyle = fills[index] ?? '';
      ctx.fillRect(...box);
      if (!theme.isHighContrast) continue;
      ctx.strokeStyle = theme.color(styles[index]?.color ?? '');
      ctx.strokeRect(
        box[0] + pixel / 2,
        box[1] + pixel / 2,
        Math.max(box[2] - pixel, 0),
        Math.max(box[3] - pixel, 0),
      );
    }
  }
  ctx.restore();
}

function createFill(
  ctx: CanvasRenderingContext2D,
  { color, tile }: SeriesStyle,
  theme: Theme,
): string | CanvasPattern {
  const solid = theme.color(color);
  if (!theme.isHighContrast || tile === '') return solid;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = tileSizePx * uPlot.pxRatio;
  const tileContext = canvas.getContext('2d');
  if (!tileContext) return solid;
  tileContext.scale(uPlot.pxRatio, uPlot.pxRatio);
  tileContext.strokeStyle = solid;
  tileContext.lineWidth = 1.5;
  tileContext.stroke(new Path2D(tile));
  return ctx.createPattern(canvas, 'repeat') ?? solid;
}
