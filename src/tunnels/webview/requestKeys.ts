import { handleFindKey } from '../../editor/webview/findKeys.ts';
import { moveKeys } from '../../editor/webview/moves.ts';
import type { RequestList } from './requestList.ts';

interface RequestKeyActions {
  readonly list: RequestList;
  find(isForward: boolean): void;
  focusFilter(): void;
  focusDetails(): void;
  clearFilter(): void;
}

/** Handles keys: those of the list if it has the focus, and those of the find box everywhere on the page. */
export function listenToRequestKeys(actions: RequestKeyActions): void {
  const { list } = actions;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    const isHandled = handlePageKey(event, event.target, actions) || handleListKey(event, actions);
    if (isHandled) event.preventDefault();
  });
  list.grid.addEventListener('focus', () => {
    if (list.active === undefined) list.move('down');
  });
}

function handlePageKey(event: KeyboardEvent, target: HTMLElement, actions: RequestKeyActions): boolean {
  const { list } = actions;
  const focusList = (): void => list.grid.focus({ preventScroll: true });
  if (event.key === 'Escape' && target.closest('.details')) {
    focusList();
    return true;
  }
  const isTyping = target.dataset['key'] === 'find';
  const isFindKey = event.key === 'F3' || (event.key === 'f' && (event.ctrlKey || event.metaKey));
  if (!isFindKey && !isTyping && target !== list.grid) return false;
  const { find, focusFilter, clearFilter } = actions;
  return handleFindKey(event, { isTyping, focusList, find, focusFilter, clearFilter });
}

function handleListKey(event: KeyboardEvent, { list, find, focusDetails }: RequestKeyActions): boolean {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (event.target !== list.grid || altKey || ctrlKey || metaKey) return false;
  const move = moveKeys[key];
  if (move) list.move(move);
  else if (key === 'n' || key === 'N') find(key === 'n');
  else if (key === 'f') list.scrollToEnd();
  else if (key === 'Enter' || key === ' ') focusDetails();
  else return false;
  return true;
}
