import type { MenuAction } from '../menuMessages.ts';
import type { Items } from './items.ts';
import type { ListControl } from './listControl.ts';
import type { RowList } from './rowList.ts';

interface MenuTargets {
  readonly items: Pick<Items, 'indexOf'>;
  readonly list: Pick<RowList, 'goTo' | 'selection'>;
  readonly control: Pick<ListControl, 'nextError' | 'showInContext' | 'showRequest'>;
  /** Copies the rows from one index to another. */
  copy(first: number, last: number): void;
}

/** Makes what does in the page what the user chose in a menu of the editor. */
export function createMenuActions({ items, list, control, copy }: MenuTargets): (action: MenuAction) => void {
  return (action) => {
    switch (action.kind) {
      case 'nextError':
        control.nextError(action.isForward);
        break;
      case 'showRequest':
        control.showRequest(action.requestId);
        break;
      case 'showInContext': {
        // The active row is the one that stays in view.
        const index = items.indexOf(action.id);
        if (index >= 0) list.goTo(index);
        control.showInContext();
        break;
      }
      case 'copySelection':
        if (list.selection) copy(list.selection.first, list.selection.last);
        break;
    }
  };
}
