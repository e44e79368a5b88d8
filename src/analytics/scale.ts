/** How the axes of a chart are marked. Pure: a canvas only draws it. */

/** No step is finer than what numbers can be told apart by. */
const minExponent = -300;

/**
 * The marks of values, ascending: steps of 1, 2 or 5 times a power of ten. The first and the last enclose zero and all
 * values. `most`: steps between them; `isWhole`: no step is less than one.
 */
export function valueTicks(
  low: number,
  high: number,
  { isWhole = false, most = 5 }: { isWhole?: boolean; most?: number } = {},
): readonly number[] {
  const [bottom, top] = [Math.min(low, 0), Math.max(high, 0)];
  if (!(top > bottom)) return [0, 1];
  const rough = Math.floor(Math.log10((top - bottom) / most));
  for (let power = Math.max(rough, isWhole ? 0 : minExponent); ; power++) {
    for (const factor of [1, 2, 5]) {
      const step = factor * 10 ** power;
      const [first, last] = [Math.floor(bottom / step), Math.ceil(top / step)];
      if (last - first > most) continue;
      const count = last - first + 1;
      // Not 0.30000000000000004.
      return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
    }
  }
}

/** A label below a chart, in px: its middle, and how wide it is. */
interface Label {
  readonly at: number;
  readonly width: number;
}

/** Which labels, from left to right, are whole within `width` px and leave `space` px to the one before. */
export function findFittingLabels(labels: readonly Label[], width: number, space = 8): readonly boolean[] {
  let taken = 0;
  return labels.map(({ at, width: own }) => {
    const [left, right] = [at - own / 2, at + own / 2];
    const fits = left >= taken && right <= width;
    if (fits) taken = right + space;
    return fits;
  });
}

/** Every how many points a marker has space; without space for all, a line keeps some, so that it is told by them. */
export function markerStep(points: number, width: number, space = 11): number {
  return Math.max(1, Math.ceil((space * points) / Math.max(width, 1)));
}
