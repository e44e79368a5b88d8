import { handleFindKey } from '../../editor/webview/findKeys.ts';
import { moveKeys } from '../../editor/webview/moves.ts';
import type { MessageList } from './messageList.ts';

interface MessageKeyActions {
  readonly list: MessageList;
  /** Returns the element that contains all messages. */
  readonly section: () => HTMLElement | undefined;
  find(isForward: boolean): void;
  nextError(isForward: boolean): void;
  showInContext(): void;
  showPair(): void;
  focusFilter(): void;
  clearFilter(): void;
  focusDetails(): void;
  copy(indexes: readonly number[]): void;
  /** Sends the active message again if it can't modify the server. */
  replay(): void;
}

/** Single-letter keys of the list, the same as in logs. Capital letters go backwards. */
const letterKeys: Readonly<Record<string, (targets: MessageKeyActions) => void>> = {
  n: ({ find }) => find(true),
  N: ({ find }) => find(false),
  e: ({ nextError }) => nextError(true),
  E: ({ nextError }) => nextError(false),
  c: ({ showInContext }) => showInContext(),
  f: ({ list }) => list.toEnd(),
  r: ({ showPair }) => showPair(),
};

/** Handles the keyboard: rows when the list has the focus, and the find box from everywhere. */
export function listenToMessageKeys(targets: MessageKeyActions): void {
  const { list } = targets;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    const isHandled = handleGlobalKey(event, event.target, targets) || handleListKey(event, targets);
    if (isHandled) event.preventDefault();
  });
  list.grid.addEventListener('focus', () => {
    if (list.active === undefined) list.move('down', false);
  });
  document.addEventListener('copy', (event) => {
    if (document.activeElement !== list.grid || !(getSelection()?.isCollapsed ?? true)) return;
    targets.copy(list.selected);
    event.preventDefault();
  });
}

function handleGlobalKey(event: KeyboardEvent, target: HTMLElement, targets: MessageKeyActions): boolean {
  const { list, find, focusFilter, clearFilter, focusDetails: _, ...others } = targets;
  const section = others.section();
  const isTyping = target.dataset['key'] === 'find';
  const isHere = isTyping || target === list.grid;
  const isInDetails = target.closest('.details') !== null;
  const focusList = (): void => list.grid.focus({ preventScroll: true });
  if (event.key === 'Escape' && isInDetails) {
    focusList();
    return true;
  }
  const isCommand = event.ctrlKey || event.metaKey;
  const isEverywhere = event.key === 'F3' || (event.key === 'f' && isCommand);
  if (!isEverywhere && !isHere && !(event.key === '/' && !isInDetails && section?.contains(target)))
    return false;
  return handleFindKey(event, { isTyping, find, focusFilter, focusList, clearFilter });
}

function handleListKey(event: KeyboardEvent, targets: MessageKeyActions): boolean {
  const { list } = targets;
  const { key, shiftKey, altKey } = event;
  if (event.target !== list.grid || altKey) return false;
  const move = moveKeys[key];
  if (move) {
    list.move(move, shiftKey);
    return true;
  }
  if (event.ctrlKey || event.metaKey) {
    if (key === 'a') list.selectAll();
    else if (key === 'Enter') targets.replay();
    else return false;
    return true;
  }
  const act = letterKeys[key];
  if (act) act(targets);
  else if (key === 'Enter' || key === ' ') targets.focusDetails();
  else return false;
  return true;
}
