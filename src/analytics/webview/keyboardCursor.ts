interface KeyboardCursorOptions {
  /** The number of intervals. */
  readonly count: number;
  readonly label: string;
  /** The ID of the element with the keys that the chart supports. */
  readonly hintId: string;
  /** Returns the text that a screen reader reads for an interval, or for several. */
  describe(first: number, last: number): string;
  /** Called when the selection changes. `undefined`: nothing is selected. */
  onMove(point: number | undefined, anchor: number): void;
  /** Called when the user presses Enter. */
  onSelect(first: number, last: number): void;
}

/** Makes the cursor of a chart available to keyboards and screen readers. Shift selects several intervals. */
export function addKeyboardCursor(
  area: HTMLElement,
  { count, label, hintId, describe, onMove, onSelect }: KeyboardCursorOptions,
): void {
  const last = count - 1;
  let point = last;
  let anchor = last;
  const attributes = {
    role: 'slider',
    tabindex: '0',
    'aria-label': label,
    'aria-valuemin': '0',
    'aria-describedby': hintId,
  };
  for (const [name, value] of Object.entries(attributes)) area.setAttribute(name, value);
  area.setAttribute('aria-valuemax', String(last));

  const updateAttributes = (): void => {
    area.setAttribute('aria-valuenow', String(point));
    area.setAttribute('aria-valuetext', describe(Math.min(point, anchor), Math.max(point, anchor)));
  };
  const goTo = (index: number, isExtending: boolean): void => {
    point = Math.max(0, Math.min(index, last));
    if (!isExtending) anchor = point;
    updateAttributes();
    onMove(point, anchor);
  };
  updateAttributes();
  // Only for the keyboard, because a mouse click already moves the cursor.
  area.addEventListener('focus', () => area.matches(':focus-visible') && goTo(point, false));
  area.addEventListener('blur', () => onMove(undefined, anchor));
  area.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(2, Math.round(count / 10));
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
    if (target !== undefined) goTo(target, event.shiftKey);
    else if (event.key === 'Enter') onSelect(Math.min(point, anchor), Math.max(point, anchor));
    else if (event.key === 'Escape') {
      anchor = point;
      updateAttributes();
      onMove(undefined, anchor);
    } else return;
    event.preventDefault();
  });
}
