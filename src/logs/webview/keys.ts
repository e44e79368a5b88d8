import { handleFindKey } from '../../editor/webview/findKeys.ts';
import { moveKeys } from '../../editor/webview/moves.ts';
import type { ListController } from './listController.ts';
import type { RowList } from './rowList.ts';

/** Single letters in the list; capitals go the other way. */
const letterCommands: Readonly<Record<string, (targets: LogKeyTargets) => void>> = {
  n: ({ control }) => control.find(true),
  N: ({ control }) => control.find(false),
  e: ({ control }) => control.nextError(true),
  E: ({ control }) => control.nextError(false),
  c: ({ control }) => control.showInContext(),
  f: ({ list }) => list.toEnd(),
  w: ({ toggle }) => toggle('isWrapped'),
  g: ({ toggle }) => toggle('isGrouped'),
  h: ({ toggle }) => toggle('hasHistogram'),
};

/** What keys reach besides the list. */
interface LogKeyTargets {
  readonly grid: HTMLElement;
  readonly list: RowList;
  readonly control: Pick<ListController, 'find' | 'nextError' | 'showInContext' | 'showRequest'>;
  focusFilter(): void;
  clearFilter(): void;
  toggle(option: 'isWrapped' | 'isGrouped' | 'hasHistogram'): void;
}

/** The keyboard of the panel: rows when the list has the focus, the filter from everywhere. */
export function listenToKeys(targets: LogKeyTargets): void {
  const { grid, list } = targets;
  document.addEventListener('keydown', (event) => {
    const isHandled =
      handleDocumentKey(event, targets) || (event.target === grid && handleRowKey(event, targets));
    if (isHandled) event.preventDefault();
  });
  // A press on these shall act, not take the focus away from the list.
  grid.addEventListener('mousedown', (event) => {
    if (event.target instanceof Element && event.target.closest('.chevron, .request')) event.preventDefault();
  });
  grid.addEventListener('focus', () => {
    if (!list.active) list.move('down', false);
  });
}

function handleDocumentKey(
  event: KeyboardEvent,
  { grid, control, focusFilter, clearFilter }: LogKeyTargets,
): boolean {
  return handleFindKey(event, {
    isTyping: event.target instanceof HTMLInputElement,
    find: control.find,
    focusFilter,
    clearFilter,
    focusList: () => grid.focus({ preventScroll: true }),
  });
}

function handleRowKey(event: KeyboardEvent, targets: LogKeyTargets): boolean {
  const { list, control } = targets;
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (altKey) return false;
  const move = moveKeys[key];
  if (move) {
    list.move(move, shiftKey);
    return true;
  }
  if (isCommand) {
    if (key !== 'a') return false;
    list.selectAll();
    return true;
  }
  const act = letterCommands[key];
  if (act) {
    act(targets);
    return true;
  }
  const { active } = list;
  if (!active || active.index < 0) return false;
  const { first, last } = list.inView;
  // Not on what no one sees.
  if (!active.item || active.index < first || active.index > last) {
    if (key !== 'Enter' && key !== ' ' && key !== 'r' && !key.startsWith('Arrow')) return false;
    list.goTo(active.index);
    return true;
  }
  if (key === 'Enter' || key === ' ') list.toggle(active.item);
  else if (key === 'ArrowRight') list.toggle(active.item, true);
  else if (key === 'ArrowLeft') list.toggle(active.item, false);
  else if (key === 'r' && active.item.requestId) control.showRequest(active.item.requestId);
  else return false;
  return true;
}
