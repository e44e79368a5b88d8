/** The places that the keyboard or the mouse has left with this event: those around it stay where only another part is entered. */
export function blurredFields({ target, relatedTarget }: FocusEvent): readonly string[] {
  // The window is left, and the place stays.
  if (!(target instanceof HTMLElement) || document.activeElement === target) return [];
  const left: string[] = [];
  for (let at = enclosingField(target); at; at = enclosingField(at.parentElement)) {
    if (!(relatedTarget instanceof Node && at.contains(relatedTarget))) left.push(at.dataset['place'] ?? '');
  }
  return left;
}

const enclosingField = (element: HTMLElement | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-place]') ?? null;

let isHeld = false;
const setHeld = (is: boolean) => (): void => {
  isHeld = is;
};
document.addEventListener('pointerdown', setHeld(true), true);
for (const kind of ['pointerup', 'pointercancel']) document.addEventListener(kind, setHeld(false), true);

/** Once the mouse is released: a button that moves under it would miss its click. */
export function afterPointerRelease(run: () => void): void {
  if (!isHeld) {
    setTimeout(run);
    return;
  }
  const once = new AbortController();
  const released = (): void => {
    once.abort();
    setTimeout(run);
  };
  for (const kind of ['pointerup', 'pointercancel']) {
    document.addEventListener(kind, released, { capture: true, signal: once.signal });
  }
}

/** Brings the keyboard to the first place of which it is said that it is wrong, unless it is at such a place. */
export function focusFirstInvalid(root: ParentNode): void {
  if (document.activeElement?.matches('[aria-invalid="true"]')) return;
  const wrong = root.querySelector<HTMLElement>('[aria-invalid="true"], .issues');
  const around = wrong?.closest('[data-place]');
  const inputs = 'input, select, textarea';
  const target = wrong?.matches(inputs)
    ? wrong
    : (around?.querySelector<HTMLElement>(inputs) ?? around?.querySelector<HTMLElement>('button:enabled'));
  for (let at = target?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true;
  target?.focus();
}
