import type { RowList } from './rowList.ts';

/** A press makes a row active, with Shift it selects up to there; before the list gets the focus and chooses itself. */
export function listenToClicks(host: HTMLElement, list: Pick<RowList, 'itemOf' | 'select'>): void {
  host.addEventListener('mousedown', (event) => {
    const { target, button, shiftKey } = event;
    if (button !== 0 || !(target instanceof Element) || target.closest('button, a')) return;
    const row = list.itemOf(target);
    if (!row || row.index < 0) return;
    list.select(shiftKey ? undefined : row, row);
    // Whole rows, not the text between the two places.
    if (shiftKey) event.preventDefault();
  });
}
