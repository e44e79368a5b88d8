/** Higher elements break: browsers end at 2^25 px, divided by the device's pixel ratio and the zoom. */
const spacerLimit = 8_000_000;

/** How the scroll bar's pixels stand for the list's. All in CSS pixels. */
interface ScrollMap {
  /** Height of what is scrolled. */
  readonly spacer: number;
  /** One pixel of the bar is one pixel of the list. */
  readonly isExact: boolean;
  /** From the list's offset at the top of the view to the bar's position. */
  toBar(offset: number): number;
  toList(position: number): number;
}

/**
 * `total`: height of the list; `view`: of the part that is seen; `end`: the list's offset when its end is seen, which
 * differs from their difference where heights are estimated.
 */
export function createScrollMap(total: number, view: number, end: number): ScrollMap {
  const spacer = Math.min(Math.max(total, view), spacerLimit);
  const range = spacer - view;
  const isExact = spacer >= total && Math.abs(end - range) < 1;
  const ratio = end > 0 && range > 0 ? end / range : 1;
  return {
    spacer,
    isExact,
    toBar: (offset) => (isExact ? offset : offset / ratio),
    toList: (position) => (isExact ? position : Math.min(position * ratio, Math.max(end, 0))),
  };
}
