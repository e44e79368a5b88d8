import { createElement, setText } from '../../editor/webview/dom.ts';
import type { PageElements } from './pageElements.ts';

/** The separator above the first row of a day. */
interface DaySeparator {
  readonly time: number;
  /** Distance from the top of the viewport in pixels. */
  readonly topPx: number;
}

/**
 * Creates the labels of days: one above the list, and separators between the rows. The separators are a layer over the
 * space that the rows leave for them, so that they aren't rows for the keyboard and for copying.
 */
export function createDayLabels(
  { dayHeading, daySeparators }: Pick<PageElements, 'dayHeading' | 'daySeparators'>,
  language: string,
) {
  const options = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
  const localFormat = new Intl.DateTimeFormat(language, options);
  const utcFormat = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const formatDay = (ms: number, isUtc: boolean) =>
    isUtc ? `${utcFormat.format(ms)} UTC` : localFormat.format(ms);
  return {
    formatDay,
    /** Shows the day of `time` above the list, or the previous one if it's `undefined`, and exactly these separators. */
    show(time: number | undefined, separators: readonly DaySeparator[], isUtc: boolean): void {
      if (time !== undefined) setText(dayHeading, formatDay(time, isUtc));
      while (daySeparators.children.length > separators.length) daySeparators.lastElementChild?.remove();
      separators.forEach((separator, position) => {
        const existing = daySeparators.children[position];
        const element = existing instanceof HTMLElement ? existing : createElement('div', 'day-label');
        if (!existing) daySeparators.append(element);
        setText(element, formatDay(separator.time, isUtc));
        element.style.transform = `translateY(${separator.topPx}px)`;
      });
    },
  };
}
