/** Computes the ticks and labels of a chart, which a canvas then draws. */

/** The smallest exponent of a step. JavaScript numbers can't represent much smaller powers of ten. */
const minExponent = -300;

/**
 * Returns the ticks of a value axis, ascending, with steps of 1, 2, or 5 times a power of ten. The first and the last
 * tick enclose zero and all values. `maxSteps`: maximum number of steps. `isWhole`: whether steps are whole numbers.
 */
export function computeValueTicks(
  low: number,
  high: number,
  { isWhole = false, maxSteps = 5 }: { isWhole?: boolean; maxSteps?: number } = {},
): readonly number[] {
  const [bottom, top] = [Math.min(low, 0), Math.max(high, 0)];
  if (!(top > bottom)) return [0, 1];
  const minPower = Math.floor(Math.log10((top - bottom) / maxSteps));
  for (let power = Math.max(minPower, isWhole ? 0 : minExponent); ; power++) {
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

/** A label below a chart: its center and its width, in pixels. */
interface Label {
  readonly center: number;
  readonly width: number;
}

/**
 * Returns for each label whether it fits within `width` pixels, from left to right, with at least `space` pixels
 * between labels.
 */
export function findFittingLabels(labels: readonly Label[], width: number, space = 8): readonly boolean[] {
  let occupiedUntil = 0;
  return labels.map(({ center, width: labelWidth }) => {
    const [left, right] = [center - labelWidth / 2, center + labelWidth / 2];
    const isFitting = left >= occupiedUntil && right <= width;
    if (isFitting) occupiedUntil = right + space;
    return isFitting;
  });
}
