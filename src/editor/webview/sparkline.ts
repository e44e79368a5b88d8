import { ifDefined } from 'lit/directives/if-defined.js';
import { html, svg, type TemplateResult } from 'lit/html.js';

/**
 * Sparklines: small charts without axes, as SVG. Their color is the text color. A page that uses them imports
 * `sparkline.css`.
 *
 * @module
 */

interface SparklineOptions {
  /** The text for screen readers. Without it, they ignore the sparkline. */
  readonly label?: string;
  /** `bars` for counts, `line` for other values. Default: `line`. */
  readonly shape?: 'line' | 'bars';
  /** The size in px. Default: 80 by 20. */
  readonly width?: number;
  readonly height?: number;
}

/** Renders values in equal distances, with a gap for each `null`. The scale includes zero. */
export function sparkline(
  values: readonly (number | null)[],
  { label, shape = 'line', width = 80, height = 20 }: SparklineOptions = {},
): TemplateResult {
  const size = { width, height };
  // A bar needs 2 px and a gap of 1 px.
  const shown = combineValues(values, Math.floor(width / (shape === 'bars' ? 3 : 2)));
  return html`<svg class="sparkline ${shape}" role=${ifDefined(label === undefined ? undefined : 'img')}
    aria-label=${ifDefined(label)} aria-hidden=${ifDefined(label === undefined ? 'true' : undefined)}
    width=${width} height=${height} viewBox="0 0 ${width} ${height}">${
      shape === 'bars'
        ? svg`<path class="fill" d=${createBarsPath(shown, size)}></path>`
        : svg`<path class="area" d=${createAreaPath(shown, size)}></path><path class="stroke" d=${createLinePath(shown, size)}></path>`
    }</svg>`;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Combines neighbors into their largest value, so that there are at most `maxCount` values and no peak is lost. */
export function combineValues(
  values: readonly (number | null)[],
  maxCount: number,
): readonly (number | null)[] {
  const step = Math.ceil(values.length / Math.max(maxCount, 1));
  if (step <= 1) return values;
  return Array.from({ length: Math.ceil(values.length / step) }, (_, index) => {
    const group = values.slice(index * step, (index + 1) * step).filter((value) => value !== null);
    return group.length === 0 ? null : group.reduce((highest, value) => Math.max(highest, value));
  });
}

/** Returns a function that converts a value to its distance from the top in px, and the distance of zero. */
function createScale(values: readonly (number | null)[], height: number) {
  const [low, high] = values.reduce<readonly [number, number]>(
    ([a, b], value) => [Math.min(a, value ?? 0), Math.max(b, value ?? 0)],
    [0, 0],
  );
  // Half of the line's width at both ends.
  const inner = height - 2;
  // Divides first, because the difference of two very large values isn't finite.
  const largest = Math.max(high, -low);
  const share = (value: number): number =>
    largest === 0 ? 0 : (value / largest - low / largest) / (high / largest - low / largest);
  const toY = (value: number): number => round(1 + inner - share(value) * inner);
  return { toY, zeroY: toY(0) };
}

/** Returns the path of a line through all values. A value without neighbors becomes a dot. */
export function createLinePath(values: readonly (number | null)[], { width, height }: Size): string {
  const { toY } = createScale(values, height);
  return splitRuns(values)
    .map((run) => {
      const points = run.map(({ index, value }) => `${toX(index, values.length, width)} ${toY(value)}`);
      // A line of zero length with round ends is a dot.
      return `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`;
    })
    .join('');
}

/** Returns the path of the areas between the line and zero. */
function createAreaPath(values: readonly (number | null)[], { width, height }: Size): string {
  const { toY, zeroY } = createScale(values, height);
  return splitRuns(values)
    .filter((run) => run.length > 1)
    .map((run) => {
      const x = (index: number | undefined): number => toX(index ?? 0, values.length, width);
      const points = run.map(({ index, value }) => `L${x(index)} ${toY(value)}`);
      return `M${x(run[0]?.index)} ${zeroY}${points.join('')}L${x(run.at(-1)?.index)} ${zeroY}z`;
    })
    .join('');
}

/** Returns the path of a bar for each value. A bar that isn't zero is at least 1 px high. */
export function createBarsPath(values: readonly (number | null)[], { width, height }: Size): string {
  const { toY, zeroY } = createScale(values, height);
  const step = width / Math.max(values.length, 1);
  const barWidth = round(Math.max(step - 1, 1));
  return values
    .map((value, index) => {
      if (value === null || value === 0) return '';
      const y = value > 0 ? Math.min(toY(value), zeroY - 1) : zeroY;
      const barHeight = round(Math.max(Math.abs(toY(value) - zeroY), 1));
      return `M${round(index * step)} ${round(y)}h${barWidth}v${barHeight}h${-barWidth}z`;
    })
    .join('');
}

/** Returns the runs of values that no gap interrupts. */
function splitRuns(values: readonly (number | null)[]) {
  const runs: { readonly index: number; readonly value: number }[][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const isNext = index > 0 && values[index - 1] !== null;
    if (isNext) runs.at(-1)?.push({ index, value });
    else runs.push([{ index, value }]);
  }
  return runs;
}

/** Returns the distance of a point from the left in px. */
function toX(index: number, count: number, width: number): number {
  return round(1 + (count < 2 ? 0.5 : index / (count - 1)) * (width - 2));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
