/**
 * Returns the pointers of the fields that lost the focus. Fields that also contain the newly focused element don't count.
 */
export function blurredFields({ target, relatedTarget }: FocusEvent): readonly string[] {
  // The window lost the focus, but the element didn't.
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

/** Runs a function after the pointer is released, because a button that moves under the pointer would miss its click. */
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

/** Focuses the first invalid field, unless an invalid field has the focus. */
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
