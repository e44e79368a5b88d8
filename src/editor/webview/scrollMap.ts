/** Higher elements break: browsers end at 2^25 px, divided by the device's pixel ratio and the zoom. */
const spacerLimit = 8_000_000;

/**
 * How the scroll bar's pixels stand for the list's, all in CSS pixels. `total`: height of the list; `view`: of the part
 * that is seen; `end`: the list's offset when its end is seen, which differs from their difference where heights are
 * estimated.
 */
export function createScrollMap(total: number, view: number, end: number) {
  const spacer = Math.min(Math.max(total, view), spacerLimit);
  const range = spacer - view;
  const isExact = spacer >= total && Math.abs(end - range) < 1;
  const ratio = end > 0 && range > 0 ? end / range : 1;
  return {
    /** Height of what is scrolled. */
    spacer,
    /** One pixel of the bar is one pixel of the list. */
    isExact,
    /** From the list's offset at the top of the view to the bar's position. */
    toBar: (offset: number) => (isExact ? offset : offset / ratio),
    toList: (position: number) => (isExact ? position : Math.min(position * ratio, Math.max(end, 0))),
  };
}
