interface FindTargets {
  /** What is typed goes into the box of the list. */
  readonly isTyping: boolean;
  find(isForward: boolean): void;
  focusFilter(): void;
  focusList(): void;
  clearFilter(): void;
}

/** The keys of a list's box for a text. Answers whether it was one. */
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
