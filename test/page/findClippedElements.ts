import type { Locator } from '@playwright/test';

/**
 * Returns descriptions of elements that can't be read or clicked for lack of space: hidden text without a
 * title that contains it, and buttons that are too small for their text or extend out of their parent.
 * `except` selects elements with texts from other sources.
 */
export function findClippedElements(page: Locator, except: string): Promise<readonly string[]> {
  return page.evaluate((body, others) => {
    const found: string[] = [];
    const report = (element: Element, why: string): void =>
      void found.push(`${element.tagName}.${element.className}: ${why}: ${element.textContent}`);
    const normalizeSpace = (text: string | null | undefined): string =>
      (text ?? '').replace(/\s+/g, ' ').trim();
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) report(root, `${root.scrollWidth} px wide`);
    for (const element of body.querySelectorAll<HTMLElement>('*')) {
      const { width, left, right } = element.getBoundingClientRect();
      // Text for screen readers is one pixel wide.
      if (width <= 1 || element.closest('.unseen') || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      if (/hidden|clip/.test(overflowX) && isWide && !element.closest(others)) {
        const title = normalizeSpace(element.closest('[title]')?.getAttribute('title'));
        const words = element.cloneNode(true) as HTMLElement;
        // Buttons are checked separately.
        for (const button of words.querySelectorAll('button')) button.remove();
        if (!title.includes(normalizeSpace(words.textContent))) report(element, 'hidden text');
      }
      if (element instanceof HTMLInputElement && element.value === '') {
        const context = document.createElement('canvas').getContext('2d');
        if (context) context.font = getComputedStyle(element).font;
        const needed = context?.measureText(element.placeholder).width ?? 0;
        if (
          needed > element.clientWidth &&
          !normalizeSpace(element.title).includes(normalizeSpace(element.placeholder))
        )
          report(element, `${element.placeholder} takes ${needed} of ${element.clientWidth} px`);
      }
      if (element.tagName !== 'BUTTON') continue;
      if (isWide) report(element, 'too narrow');
      const isHigh = element.scrollHeight > element.clientHeight + 1;
      if (isHigh && !/auto|scroll/.test(overflowY)) report(element, 'too low');
      for (let around = element.parentElement; around; around = around.parentElement) {
        const box = around.getBoundingClientRect();
        const isBound = around === document.body || getComputedStyle(around).overflowX !== 'visible';
        if (isBound && (left < box.left - 1 || right > box.right + 1)) report(element, 'out of its place');
      }
    }
    return found;
  }, except);
}
