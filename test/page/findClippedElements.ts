import type { Locator } from '@playwright/test';

/**
 * Returns descriptions of elements that can't be read or clicked for lack of space: hidden text without a title that contains
 * it, and buttons that are too small for their text or extend out of their parent. `except` selects elements with texts from
 * other sources.
 */
export function findClippedElements(page: Locator, except: string): Promise<readonly string[]> {
  return page.evaluate(collectClippedElements, except);
}

/** Runs in the page, so it contains all functions that it uses. */
function collectClippedElements(body: Element, except: string): string[] {
  const found: string[] = [];
  const report = (element: Element, why: string): void =>
    void found.push(`${element.tagName}.${element.className}: ${why}: ${element.textContent}`);
  const normalizeSpace = (text: string | null | undefined): string =>
    (text ?? '').replace(/\s+/g, ' ').trim();
  // Text for screen readers is one pixel wide.
  const isVisible = (element: Element): boolean =>
    element.getBoundingClientRect().width > 1 &&
    !element.closest('.unseen') &&
    element.checkVisibility({ visibilityProperty: true });
  const isTooWide = (element: Element): boolean =>
    element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;

  const checkText = (element: Element): void => {
    const isHidden = /hidden|clip/.test(getComputedStyle(element).overflowX) && isTooWide(element);
    if (!isHidden || element.closest(except)) return;
    const title = normalizeSpace(element.closest('[title]')?.getAttribute('title'));
    const copy = element.cloneNode(true) as Element;
    // Buttons are checked separately.
    for (const button of copy.querySelectorAll('button')) button.remove();
    if (!title.includes(normalizeSpace(copy.textContent))) report(element, 'hidden text');
  };

  const checkPlaceholder = (input: HTMLInputElement): void => {
    const context = document.createElement('canvas').getContext('2d');
    if (context) context.font = getComputedStyle(input).font;
    const needed = context?.measureText(input.placeholder).width ?? 0;
    const isInTitle = normalizeSpace(input.title).includes(normalizeSpace(input.placeholder));
    if (needed > input.clientWidth && !isInTitle)
      report(input, `${input.placeholder} takes ${needed} of ${input.clientWidth} px`);
  };

  const checkButton = (button: Element): void => {
    if (isTooWide(button)) report(button, 'too narrow');
    const isTooHigh = button.scrollHeight > button.clientHeight + 1;
    if (isTooHigh && !/auto|scroll/.test(getComputedStyle(button).overflowY)) report(button, 'too low');
    const { left, right } = button.getBoundingClientRect();
    for (let parent = button.parentElement; parent; parent = parent.parentElement) {
      const box = parent.getBoundingClientRect();
      const isBound = parent === document.body || getComputedStyle(parent).overflowX !== 'visible';
      if (isBound && (left < box.left - 1 || right > box.right + 1)) report(button, 'outside of its parent');
    }
  };

  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) report(root, `${root.scrollWidth} px wide`);
  for (const element of [...body.querySelectorAll('*')].filter(isVisible)) {
    checkText(element);
    if (element instanceof HTMLInputElement && element.value === '') checkPlaceholder(element);
    if (element.tagName === 'BUTTON') checkButton(element);
  }
  return found;
}
