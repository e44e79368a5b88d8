import type { Plot } from './plot.ts';

interface KeyboardCursorOptions {
  readonly plot: Plot;
  readonly times: readonly number[];
  readonly label: string;
  /** Returns the text that a screen reader reads for a point. */
  describePoint(point: number): string;
}

/** Makes the cursor of a chart available to keyboards and screen readers. */
export function addKeyboardCursor(
  area: HTMLElement,
  { plot, times, label, describePoint }: KeyboardCursorOptions,
): void {
  const last = times.length - 1;
  let point = last;
  const attributes = { role: 'slider', tabindex: '0', 'aria-label': label, 'aria-valuemin': '0' };
  for (const [name, value] of Object.entries(attributes)) area.setAttribute(name, value);
  area.setAttribute('aria-valuemax', String(last));

  const updateAttributes = (): void => {
    area.setAttribute('aria-valuenow', String(point));
    area.setAttribute('aria-valuetext', describePoint(point));
  };
  const goTo = (index: number): void => {
    point = Math.max(0, Math.min(index, last));
    updateAttributes();
    plot.moveCursor(times[point]);
  };
  updateAttributes();
  // Only for the keyboard, because a mouse click already moves the cursor.
  area.addEventListener('focus', () => area.matches(':focus-visible') && goTo(point));
  area.addEventListener('blur', () => plot.moveCursor(undefined));
  area.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(2, Math.round(times.length / 10));
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: point - 1,
      ArrowDown: point - 1,
      ArrowRight: point + 1,
      ArrowUp: point + 1,
      PageDown: point - page,
      PageUp: point + page,
      Home: 0,
      End: last,
    };
    const target = steps[event.key];
    if (target !== undefined) goTo(target);
    else if (event.key === 'Escape') plot.moveCursor(undefined);
    else return;
    event.preventDefault();
  });
}
