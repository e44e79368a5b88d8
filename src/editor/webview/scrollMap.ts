/** In CSS pixels. Browsers limit the height of elements to 2^25 px, divided by the device pixel ratio and the zoom. */
const maxSpacerHeight = 8_000_000;

/**
 * Creates functions that convert between positions of the scroll bar and offsets in the list, in CSS pixels.
 * `totalHeight` is the height of the list, `viewHeight` the height of its visible part, and `end` the offset of the
 * view at the end of the list. If heights are estimated, `end` differs from `totalHeight - viewHeight`.
 */
export function createScrollMap(totalHeight: number, viewHeight: number, end: number) {
  const spacerHeight = Math.min(Math.max(totalHeight, viewHeight), maxSpacerHeight);
  const range = spacerHeight - viewHeight;
  const isExact = spacerHeight >= totalHeight && Math.abs(end - range) < 1;
  const ratio = end > 0 && range > 0 ? end / range : 1;
  return {
    /** The height of the scrolled element. */
    spacer: spacerHeight,
    /** Whether one pixel of the scroll bar is one pixel of the list. */
    isExact,
    /** Converts the offset at the top of the view to the position of the scroll bar. */
    toScrollTop: (offset: number) => (isExact ? offset : offset / ratio),
    /** Converts a position of the scroll bar to the offset at the top of the view. */
    toListOffset: (position: number) => (isExact ? position : Math.min(position * ratio, Math.max(end, 0))),
  };
}
