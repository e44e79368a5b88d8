interface DragOptions {
  readonly area: HTMLElement;
  /** Returns the index of the interval at a horizontal position in the window, or `undefined` in a gap. */
  findPoint(clientX: number): number | undefined;
  /** Called when the selection changes. `undefined`: it was canceled or has ended. */
  onChange(range: readonly [number, number] | undefined): void;
  /** Called when the user has selected intervals, or only one with a click. */
  onSelect(first: number, last: number): void;
}

/** Lets the user select intervals with a click or by dragging. Escape cancels. */
export function addDragSelection({ area, findPoint, onChange, onSelect }: DragOptions): void {
  let range: readonly [number, number] | undefined;

  const end = (): void => {
    range = undefined;
    window.removeEventListener('keydown', onKey, true);
    onChange(undefined);
  };
  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
  }

  area.addEventListener('pointerdown', (event) => {
    const point = findPoint(event.clientX);
    if (event.button !== 0 || point === undefined) return;
    area.setPointerCapture(event.pointerId);
    window.addEventListener('keydown', onKey, true);
    range = [point, point];
    onChange(range);
  });
  area.addEventListener('pointermove', (event) => {
    const point = range && findPoint(event.clientX);
    if (!range || point === undefined || point === range[1]) return;
    range = [range[0], point];
    onChange(range);
  });
  area.addEventListener('pointerup', () => {
    if (!range) return;
    const [first, last] = range;
    end();
    onSelect(Math.min(first, last), Math.max(first, last));
  });
  area.addEventListener('pointercancel', () => range && end());
}
