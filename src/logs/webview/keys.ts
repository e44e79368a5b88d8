import { handleFindKey } from '../../editor/webview/findKeys.ts';
import { moveKeys } from '../../editor/webview/moves.ts';
import type { ListController } from './listController.ts';
import type { RowList } from './rowList.ts';

/** Commands of single letters in the list. Capital letters go backward. */
const letterCommands: Readonly<Record<string, (targets: LogKeyTargets) => void>> = {
  n: ({ controller }) => controller.goToMatch(true),
  N: ({ controller }) => controller.goToMatch(false),
  e: ({ goToError }) => goToError(true),
  E: ({ goToError }) => goToError(false),
  s: ({ goToSlowest }) => goToSlowest(),
  t: ({ toggleSummary }) => toggleSummary(),
  c: ({ controller }) => controller.showInContext(),
  f: ({ follow }) => follow(),
  w: ({ toggle }) => toggle('isWrapped'),
  g: ({ toggle }) => toggle('isGrouped'),
  h: ({ toggle }) => toggle('hasHistogram'),
};

/** The objects that the keyboard controls. */
interface LogKeyTargets {
  readonly grid: HTMLElement;
  readonly list: RowList;
  readonly controller: Pick<ListController, 'goToMatch' | 'showInContext' | 'toggleRequestFilter'>;
  goToError(isForward: boolean): void;
  goToSlowest(): void;
  toggleSummary(): void;
  /** Closes the summary, and returns whether it was open. */
  closeSummary(): boolean;
  /** Follows the newest entries. */
  follow(): void;
  focusFilter(): void;
  clearFilter(): void;
  toggle(option: 'isWrapped' | 'isGrouped' | 'hasHistogram'): void;
}

/** Handles the keyboard: keys of rows while the list has the focus, and keys of the filter everywhere. */
export function listenToKeys(targets: LogKeyTargets): void {
  const { grid, list } = targets;
  document.addEventListener('keydown', (event) => {
    const isHandled =
      (event.key === 'Escape' && targets.closeSummary()) ||
      handleDocumentKey(event, targets) ||
      (event.target === grid && handleRowKey(event, targets));
    if (isHandled) event.preventDefault();
  });
  // Keeps the focus in the list.
  grid.addEventListener('mousedown', (event) => {
    if (event.target instanceof Element && event.target.closest('.chevron, .request')) event.preventDefault();
  });
  grid.addEventListener('focus', () => {
    // Without an active row, this activates the last row that is entirely visible.
    if (!list.active) list.moveActiveRow('down', false);
  });
}

function handleDocumentKey(
  event: KeyboardEvent,
  { grid, controller, focusFilter, clearFilter }: LogKeyTargets,
): boolean {
  return handleFindKey(event, {
    isTyping: event.target instanceof HTMLInputElement,
    find: (isForward) => controller.goToMatch(isForward),
    focusFilter,
    clearFilter,
    focusList: () => grid.focus({ preventScroll: true }),
  });
}

function handleRowKey(event: KeyboardEvent, targets: LogKeyTargets): boolean {
  const { list, controller } = targets;
  const { key, shiftKey, altKey } = event;
  const hasCommandKey = event.ctrlKey || event.metaKey;
  if (altKey) return false;
  const move = moveKeys[key];
  if (move) {
    list.moveActiveRow(move, shiftKey);
    return true;
  }
  if (hasCommandKey) {
    if (key !== 'a') return false;
    list.selectAll();
    return true;
  }
  const command = letterCommands[key];
  if (command) {
    command(targets);
    return true;
  }
  const { active } = list;
  if (!active || active.index < 0) return false;
  const { first, last } = list.inView;
  // If the active row is out of view or isn't loaded, the following keys only bring it into view.
  if (!active.item || active.index < first || active.index > last) {
    if (key !== 'Enter' && key !== ' ' && key !== 'r' && !key.startsWith('Arrow')) return false;
    list.goTo(active.index);
    return true;
  }
  if (key === 'Enter' || key === ' ') list.toggleExpanded(active.item);
  else if (key === 'ArrowRight') list.toggleExpanded(active.item, true);
  else if (key === 'ArrowLeft') list.toggleExpanded(active.item, false);
  else if (key === 'r' && active.item.requestId) controller.toggleRequestFilter(active.item.requestId);
  else return false;
  return true;
}
