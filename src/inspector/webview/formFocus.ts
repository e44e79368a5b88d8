/**
 * Returns the pointers of the fields that lost the focus. Fields that also contain the newly focused element don't count.
 */
export function getBlurredFields({ target, relatedTarget }: FocusEvent): readonly string[] {
  // The window lost the focus, but the element didn't.
  if (!(target instanceof HTMLElement) || document.activeElement === target) return [];
  const pointers: string[] = [];
  for (let field = enclosingField(target); field; field = enclosingField(field.parentElement)) {
    if (!(relatedTarget instanceof Node && field.contains(relatedTarget)))
      pointers.push(field.dataset['place'] ?? '');
  }
  return pointers;
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
  const invalid = root.querySelector<HTMLElement>('[aria-invalid="true"], .issues');
  const fieldElement = invalid?.closest('[data-place]');
  const inputs = 'input, select, textarea';
  const target = invalid?.matches(inputs)
    ? invalid
    : (fieldElement?.querySelector<HTMLElement>(inputs) ??
      fieldElement?.querySelector<HTMLElement>('button:enabled'));
  for (let field = target?.closest('details'); field; field = field.parentElement?.closest('details'))
    field.open = true;
  target?.focus();
}
