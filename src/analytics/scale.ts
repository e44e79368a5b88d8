/** Computes the ticks and labels of a chart. The code is pure: a canvas draws the result. */

/** The smallest power of ten for a step. JavaScript numbers can't represent much smaller ones. */
const minExponent = -300;

/**
 * Returns the ticks of a value axis, ascending, with steps of 1, 2, or 5 times a power of ten. The first and the last
 * tick enclose zero and all values. `maxSteps`: maximum number of steps. `isWhole`: steps are whole numbers.
 */
export function computeValueTicks(
  low: number,
  high: number,
  { isWhole = false, maxSteps = 5 }: { isWhole?: boolean; maxSteps?: number } = {},
): readonly number[] {
  const [bottom, top] = [Math.min(low, 0), Math.max(high, 0)];
  if (!(top > bottom)) return [0, 1];
  const rough = Math.floor(Math.log10((top - bottom) / maxSteps));
  for (let power = Math.max(rough, isWhole ? 0 : minExponent); ; power++) {
    for (const factor of [1, 2, 5]) {
      const step = factor * 10 ** power;
      const [first, last] = [Math.floor(bottom / step), Math.ceil(top / step)];
      if (last - first > maxSteps) continue;
      const count = last - first + 1;
      // Prevents values such as 0.30000000000000004.
      return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
    }
  }
}

/** The center and the width of a label below a chart, in px. */
interface Label {
  readonly at: number;
  readonly width: number;
}

/** Returns which labels fit within `width` px, from left to right, with at least `space` px between them. */
export function findFittingLabels(labels: readonly Label[], width: number, space = 8): readonly boolean[] {
  let taken = 0;
  return labels.map(({ at, width: labelWidth }) => {
    const [left, right] = [at - labelWidth / 2, at + labelWidth / 2];
    const fits = left >= taken && right <= width;
    if (fits) taken = right + space;
    return fits;
  });
}

/**
 * Returns the step between markers, in points. Without space for all markers, each line keeps some, so that it can be
 * identified.
 */
export function computeMarkerStep(points: number, width: number, space = 11): number {
  return Math.max(1, Math.ceil((space * points) / Math.max(width, 1)));
}
