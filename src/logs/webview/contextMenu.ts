import { canHideRows, type LogFilter } from '../filter.ts';
import type { ListMenuContext } from '../menuMessages.ts';
import type { RowList } from './rowList.ts';

interface ContextMenuOptions {
  readonly grid: HTMLElement;
  /** The parent of the drawn rows. */
  readonly host: HTMLElement;
  readonly list: Pick<RowList, 'active' | 'findRow' | 'select' | 'selection'>;
  filter(): LogFilter;
}

/**
 * Prepares the context menu of a row, which the editor shows: makes the row active unless it's selected, and sets the
 * context of the list (`ListMenuContext`). The context menu key opens the menu of the active row.
 */
export function listenToContextMenu({ grid, host, list, filter }: ContextMenuOptions): void {
  host.addEventListener('contextmenu', (event) => {
    const row = event.target instanceof Element ? event.target.closest('.row') : null;
    const trackedRow = row && list.findRow(row);
    const markedText = row ? getSelectedTextIn(row) : '';
    const { first = -1, last = -1 } = list.selection ?? {};
    const isSelected = trackedRow != null && trackedRow.index >= first && trackedRow.index <= last;
    // Making the row active would clear the text selection. A row whose index isn't known yet also has a menu.
    if (trackedRow && trackedRow.index >= 0 && !isSelected && markedText === '') list.select(trackedRow);
    const { requestId } = filter();
    host.dataset['vscodeContext'] = JSON.stringify({
      isOneOfMany: isSelected && last > first,
      markedText,
      isNarrowed: canHideRows(filter()),
      isOneRequest: requestId !== undefined,
    } satisfies ListMenuContext);
  });
  // From the keyboard, the target of the event is the focused list instead of a row.
  grid.addEventListener('contextmenu', (event) => {
    if (event.target !== grid) return;
    event.preventDefault();
    event.stopPropagation();
    const row = host.querySelector('.row.active');
    if (!row) return;
    const { left, bottom } = row.getBoundingClientRect();
    const init = { clientX: left + 22, clientY: bottom, bubbles: true, cancelable: true };
    row.dispatchEvent(new MouseEvent('contextmenu', init));
  });
}

/** Returns the text that is selected within one row. A selection across rows selects whole entries. */
function getSelectedTextIn(row: Element): string {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return '';
  return row.contains(selection.getRangeAt(0).commonAncestorContainer) ? selection.toString() : '';
}
