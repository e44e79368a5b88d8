import { handleFindKey } from '../../editor/webview/findKeys.ts';
import { moveKeys } from '../../editor/webview/moves.ts';
import type { MessageList } from './messageList.ts';

export interface MessageKeyActions {
  readonly list: MessageList;
  /** Returns the element that contains all messages. */
  getSection(): HTMLElement | undefined;
  find(isForward: boolean): void;
  nextError(isForward: boolean): void;
  showInContext(): void;
  focusResponse(): void;
  focusFilter(): void;
  clearFilter(): void;
  focusDetails(): void;
  copy(indexes: readonly number[]): void;
  /** Sends the active message again if it can't modify the server. Otherwise, focuses the button that sends it. */
  replay(): void;
}

/** Keys of the list that are single letters, the same as in logs. Uppercase letters search backward. */
const letterKeys: Readonly<Record<string, (actions: MessageKeyActions) => void>> = {
  n: (actions) => actions.find(true),
  N: (actions) => actions.find(false),
  e: (actions) => actions.nextError(true),
  E: (actions) => actions.nextError(false),
  c: (actions) => actions.showInContext(),
  f: ({ list }) => list.scrollToEnd(),
  r: (actions) => actions.focusResponse(),
};

/** Handles keys: those of the list if it has the focus, and those of the find box everywhere on the page. */
export function listenToMessageKeys(actions: MessageKeyActions): void {
  const { list } = actions;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    const isHandled = handleGlobalKey(event, event.target, actions) || handleListKey(event, actions);
    if (isHandled) event.preventDefault();
  });
  list.grid.addEventListener('focus', () => {
    if (list.active === undefined) list.move('down', false);
  });
  document.addEventListener('copy', (event) => {
    if (document.activeElement !== list.grid || !(getSelection()?.isCollapsed ?? true)) return;
    actions.copy(list.selected);
    event.preventDefault();
  });
}

function handleGlobalKey(event: KeyboardEvent, target: HTMLElement, actions: MessageKeyActions): boolean {
  const { list } = actions;
  const isTyping = target.dataset['key'] === 'find';
  const isFindOrList = isTyping || target === list.grid;
  const isInDetails = target.closest('.details') !== null;
  const focusList = (): void => list.grid.focus({ preventScroll: true });
  if (event.key === 'Escape' && isInDetails) {
    focusList();
    return true;
  }
  const isCommand = event.ctrlKey || event.metaKey;
  const isPageWide = event.key === 'F3' || (event.key === 'f' && isCommand);
  if (
    !isPageWide &&
    !isFindOrList &&
    !(event.key === '/' && !isInDetails && actions.getSection()?.contains(target))
  )
    return false;
  return handleFindKey(event, {
    isTyping,
    focusList,
    find: (isForward) => actions.find(isForward),
    focusFilter: () => actions.focusFilter(),
    clearFilter: () => actions.clearFilter(),
  });
}

function handleListKey(event: KeyboardEvent, actions: MessageKeyActions): boolean {
  const { list } = actions;
  const { key, shiftKey, altKey } = event;
  if (event.target !== list.grid || altKey) return false;
  const move = moveKeys[key];
  if (move) {
    list.move(move, shiftKey);
    return true;
  }
  if (event.ctrlKey || event.metaKey) {
    if (key === 'a') list.selectAll();
    else if (key === 'Enter') actions.replay();
    else return false;
    return true;
  }
  const action = letterKeys[key];
  if (action) action(actions);
  else if (key === 'Enter' || key === ' ') actions.focusDetails();
  else return false;
  return true;
}
