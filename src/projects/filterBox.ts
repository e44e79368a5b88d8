import * as vscode from 'vscode';

interface FilterBoxOptions {
  readonly value: string;
  /** Returns a text with the number of projects that match the current filter, or `undefined` if it isn't known yet. */
  readonly describeMatches: () => string | undefined;
  /** Called with the text while the user types, or with `undefined` if the user cancels. */
  readonly onPreview: (filter: string | undefined) => void;
  readonly onAccept: (filter: string) => void;
}

/** Delay in milliseconds after the last key, so that the tree isn't redrawn for each key. */
const previewDelayMs = 80;

/**
 * Opens an input box that filters the tree while the user types. Enter keeps the filter, and Escape restores the
 * previous one.
 */
export function openFilterBox({
  value,
  describeMatches,
  onPreview,
  onAccept,
}: FilterBoxOptions): vscode.Disposable & {
  /** Must be called after the number of matching projects has changed. */
  updatePrompt(): void;
} {
  const box = vscode.window.createInputBox();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  box.title = vscode.l10n.t('Filter Projects');
  box.placeholder = vscode.l10n.t(
    'Enter words from project or environment names, repositories, runtimes, or transports',
  );
  box.value = value;
  const updatePrompt = (): void => {
    box.prompt =
      describeMatches() ??
      vscode.l10n.t('Press Enter to keep the filter, or Escape to restore the previous one.');
  };
  const close = (onClose: () => void): void => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(timer);
    onClose();
    box.dispose();
  };
  box.onDidChangeValue((text) => {
    clearTimeout(timer);
    timer = setTimeout(() => onPreview(text), previewDelayMs);
  });
  box.onDidAccept(() => close(() => onAccept(box.value)));
  box.onDidHide(() => close(() => onPreview(undefined)));
  updatePrompt();
  box.show();
  return { updatePrompt, dispose: () => close(() => onPreview(undefined)) };
}
