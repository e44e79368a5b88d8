import type { Plot } from './plot.ts';

interface KeyDeps {
  readonly plot: Plot;
  readonly times: readonly number[];
  readonly label: string;
  /** Returns the text that a screen reader reads for a point. */
  words(place: number): string;
}

/** Makes the cursor of a chart available to keyboards and screen readers. */
export function addKeyboardCursor(area: HTMLElement, { plot, times, label, words }: KeyDeps): void {
  const last = times.length - 1;
  let place = last;
  const attributes = { role: 'slider', tabindex: '0', 'aria-label': label, 'aria-valuemin': '0' };
  for (const [name, value] of Object.entries(attributes)) area.setAttribute(name, value);
  area.setAttribute('aria-valuemax', String(last));

  const say = (): void => {
    area.setAttribute('aria-valuenow', String(place));
    area.setAttribute('aria-valuetext', words(place));
  };
  const go = (to: number): void => {
    place = Math.max(0, Math.min(to, last));
    say();
    plot.point(times[place]);
  };
  say();
  // A mouse click already moves the cursor.
  area.addEventListener('focus', () => area.matches(':focus-visible') && go(place));
  area.addEventListener('blur', () => plot.point(undefined));
  area.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(2, Math.round(times.length / 10));
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: place - 1,
      ArrowDown: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place + 1,
      PageDown: place - page,
      PageUp: place + page,
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    if (to !== undefined) go(to);
    else if (event.key === 'Escape') plot.point(undefined);
    else return;
    event.preventDefault();
  });
}
