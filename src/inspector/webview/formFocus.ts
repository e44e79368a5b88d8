/**
 * Returns the JSON Pointers of the fields that lost the focus, without fields that also contain the newly focused element.
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

let isPointerDown = false;
const setPointerDown = (isDown: boolean) => (): void => {
  isPointerDown = isDown;
};
document.addEventListener('pointerdown', setPointerDown(true), true);
for (const eventType of ['pointerup', 'pointercancel'])
  document.addEventListener(eventType, setPointerDown(false), true);

/** Runs a function after the pointer is released. Before that, drawing could move a pressed button, which would then miss its click. */
export function afterPointerRelease(run: () => void): void {
  if (!isPointerDown) {
    setTimeout(run);
    return;
  }
  const listenerController = new AbortController();
  const onRelease = (): void => {
    listenerController.abort();
    setTimeout(run);
  };
  for (const eventType of ['pointerup', 'pointercancel']) {
    document.addEventListener(eventType, onRelease, { capture: true, signal: listenerController.signal });
  }
}

/** Focuses the first invalid field, unless an invalid field has the focus. */
export function focusFirstInvalid(root: ParentNode): void {
  if (document.activeElement?.matches('[aria-invalid="true"]')) return;
  const invalid = root.querySelector<HTMLElement>('[aria-invalid="true"], .issues');
  focusInput(invalid?.matches(inputs) ? invalid : findInput(invalid?.closest('[data-place]')));
}

/** Focuses the field with a JSON Pointer. */
export function focusField(root: ParentNode, pointer: string): void {
  focusInput(findInput(root.querySelector(`[data-place="${CSS.escape(pointer)}"]`)));
}

const inputs = 'input, select, textarea';

/** Returns the first input of a field, or else its first button. */
function findInput(field: Element | null | undefined): HTMLElement | undefined {
  return (
    field?.querySelector<HTMLElement>(inputs) ??
    field?.querySelector<HTMLElement>('button:enabled') ??
    undefined
  );
}

/** Focuses an element, and expands the groups around it. */
function focusInput(target: HTMLElement | undefined): void {
  for (let field = target?.closest('details'); field; field = field.parentElement?.closest('details'))
    field.open = true;
  target?.focus();
}
