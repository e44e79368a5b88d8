import type { PageHandlers } from '../../editor/webview/connect.ts';
import type { LogPage } from '../protocol.ts';
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

/** What does in the page what the user chose in a menu of the editor. */
export function menuHandlers({ items, list, control, copy }: MenuTargets) {
  return {
    nextError: ({ isForward }) => control.nextError(isForward),
    showRequest: ({ requestId }) => control.showRequest(requestId),
    showInContext({ id }) {
      // The active row is the one that stays in view.
      const index = items.indexOf(id);
      if (index >= 0) list.goTo(index);
      control.showInContext();
    },
    copySelection() {
      if (list.selection) copy(list.selection.first, list.selection.last);
    },
  } satisfies Partial<PageHandlers<LogPage>>;
}
