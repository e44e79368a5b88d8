/** Browsers limit the height of elements to 2^25 px, divided by the device pixel ratio and the zoom. */
const spacerLimit = 8_000_000;

/**
 * Maps positions of the scroll bar to offsets in the list, in CSS pixels. `total` is the height of the list, `view`
 * that of its visible part, and `end` the offset of the list at its end. With estimated heights, `end` differs from
 * `total - view`.
 */
export function createScrollMap(total: number, view: number, end: number) {
  const spacerHeight = Math.min(Math.max(total, view), spacerLimit);
  const range = spacerHeight - view;
  const isExact = spacerHeight >= total && Math.abs(end - range) < 1;
  const ratio = end > 0 && range > 0 ? end / range : 1;
  return {
    /** The height of the scrolled element. */
    spacer: spacerHeight,
    /** Whether one pixel of the scroll bar is one pixel of the list. */
    isExact,
    /** Converts the offset at the top of the view to the position of the scroll bar. */
    toScrollTop: (offset: number) => (isExact ? offset : offset / ratio),
    toListOffset: (position: number) => (isExact ? position : Math.min(position * ratio, Math.max(end, 0))),
  };
}
