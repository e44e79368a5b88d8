import type { RowList } from './rowList.ts';

/**
 * Makes a row active when it's pressed. With Shift, selects the rows up to it. Runs before the list gets the focus and
 * makes another row active.
 */
export function listenToClicks(host: HTMLElement, list: Pick<RowList, 'itemOf' | 'select'>): void {
  host.addEventListener('mousedown', (event) => {
    const { target, button, shiftKey } = event;
    if (button !== 0 || !(target instanceof Element) || target.closest('button, a')) return;
    const row = list.itemOf(target);
    if (!row || row.index < 0) return;
    list.select(shiftKey ? undefined : row, row);
    // Prevents a selection of the text in between.
    if (shiftKey) event.preventDefault();
  });
}
