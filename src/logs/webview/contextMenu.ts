import { canHideRows, type LogFilter } from '../filter.ts';
import type { ListMenuContext } from '../menuMessages.ts';
import type { RowList } from './rowList.ts';

interface MenuPlace {
  readonly grid: HTMLElement;
  /** Holds the drawn rows. */
  readonly host: HTMLElement;
  readonly list: Pick<RowList, 'active' | 'itemOf' | 'select' | 'selection'>;
  filter(): LogFilter;
}

/**
 * Gets a row ready for its menu, which the editor shows: the row becomes the active one unless it is one of those that
 * are selected, and the list says what the menu is to offer. The keyboard opens the menu of the active row.
 */
export function listenToContextMenu({ grid, host, list, filter }: MenuPlace): void {
  host.addEventListener('contextmenu', (event) => {
    const row = event.target instanceof Element ? event.target.closest('.row') : null;
    const mark = row && list.itemOf(row);
    const markedText = row ? selectedTextIn(row) : '';
    const { first = -1, last = -1 } = list.selection ?? {};
    const isSelected = mark != null && mark.index >= first && mark.index <= last;
    // To make it active would end the marking. One whose place in another list isn't known yet has a menu all the same.
    if (mark && mark.index >= 0 && !isSelected && markedText === '') list.select(mark, mark);
    const { requestId } = filter();
    host.dataset['vscodeContext'] = JSON.stringify({
      isOneOfMany: isSelected && last > first,
      markedText,
      isNarrowed: canHideRows(filter()),
      isOneRequest: requestId !== undefined,
    } satisfies ListMenuContext);
  });
  // From the keyboard, it comes to what has the focus, which knows no row.
  grid.addEventListener('contextmenu', (event) => {
    if (event.target !== grid) return;
    event.preventDefault();
    event.stopPropagation();
    const row = host.querySelector('.row.active');
    if (!row) return;
    const { left, bottom } = row.getBoundingClientRect();
    const place = { clientX: left + 22, clientY: bottom, bubbles: true, cancelable: true };
    row.dispatchEvent(new MouseEvent('contextmenu', place));
  });
}

/** The text that is marked within a row alone; of several rows, whole entries are selected. */
function selectedTextIn(row: Element): string {
  const marked = getSelection();
  if (!marked || marked.isCollapsed || marked.rangeCount === 0) return '';
  return row.contains(marked.getRangeAt(0).commonAncestorContainer) ? marked.toString() : '';
}
