interface FindTargets {
  /** Whether the find box has the focus. */
  readonly isTyping: boolean;
  /** Selects the next or the previous match. */
  find(isForward: boolean): void;
  focusFilter(): void;
  focusList(): void;
  clearFilter(): void;
}

/** Handles the keys of a find box. Returns whether it handled the key. */
export function handleFindKey(event: KeyboardEvent, targets: FindTargets): boolean {
  const { isTyping } = targets;
  const isCommand = event.ctrlKey || event.metaKey;
  if ((event.key === '/' && !isTyping && !isCommand) || (event.key === 'f' && isCommand)) {
    targets.focusFilter();
  } else if (event.key === 'F3' || (event.key === 'Enter' && isTyping)) targets.find(!event.shiftKey);
  else if (event.key === 'ArrowDown' && isTyping) targets.focusList();
  else if (event.key === 'Escape') targets.clearFilter();
  else return false;
  return true;
}
