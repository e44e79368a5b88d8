import type { Move } from './cursor.ts';
import type { ListControl } from './listControl.ts';
import type { RowList } from './rowList.ts';

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
};

/** Single letters in the list; capitals go the other way. */
const letters: Readonly<Record<string, (targets: KeyTargets) => void>> = {
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
interface KeyTargets {
  readonly grid: HTMLElement;
  readonly list: RowList;
  readonly control: Pick<ListControl, 'find' | 'nextError' | 'showInContext' | 'showRequest'>;
  focusFilter(): void;
  clearFilter(): void;
  toggle(option: 'isWrapped' | 'isGrouped' | 'hasHistogram'): void;
}

/** The keyboard of the panel: rows when the list has the focus, the filter from everywhere. */
export function listenToKeys(targets: KeyTargets): void {
  const { grid, list } = targets;
  document.addEventListener('keydown', (event) => {
    const isHandled = everywhere(event, targets) || (event.target === grid && inList(event, targets));
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

function everywhere(event: KeyboardEvent, targets: KeyTargets): boolean {
  const { grid, control, focusFilter, clearFilter } = targets;
  const isTyping = event.target instanceof HTMLInputElement;
  const isCommand = event.ctrlKey || event.metaKey;
  if ((event.key === '/' && !isTyping && !isCommand) || (event.key === 'f' && isCommand)) {
    focusFilter();
  } else if (event.key === 'F3' || (event.key === 'Enter' && isTyping)) control.find(!event.shiftKey);
  else if (event.key === 'ArrowDown' && isTyping) grid.focus({ preventScroll: true });
  else if (event.key === 'Escape') clearFilter();
  else return false;
  return true;
}

function inList(event: KeyboardEvent, targets: KeyTargets): boolean {
  const { list, control } = targets;
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (altKey) return false;
  const move = moves[key];
  if (move) {
    list.move(move, shiftKey);
    return true;
  }
  if (isCommand) {
    if (key !== 'a') return false;
    list.selectAll();
    return true;
  }
  const act = letters[key];
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
