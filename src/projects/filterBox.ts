import * as vscode from 'vscode';

interface FilterBoxOptions {
  readonly value: string;
  /** What the tree shows with the filter as it is, in words. */
  readonly describeMatches: () => string | undefined;
  /** What is typed so far; `undefined`: never mind. */
  readonly onPreview: (filter: string | undefined) => void;
  readonly onAccept: (filter: string) => void;
}

/** ms. The tree follows a person who types, not every key. */
const typingPauseMs = 80;

/** A box that narrows the tree while one types. Enter keeps the filter, Escape brings the one before back. */
export function openFilterBox({
  value,
  describeMatches,
  onPreview,
  onAccept,
}: FilterBoxOptions): vscode.Disposable & {
  /** The tree shows something else now. */
  update(): void;
} {
  const box = vscode.window.createInputBox();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  box.title = vscode.l10n.t('Filter Projects');
  box.placeholder = vscode.l10n.t(
    'Enter words from project or environment names, repositories, runtimes, or transports',
  );
  box.value = value;
  const update = (): void => {
    box.prompt =
      describeMatches() ??
      vscode.l10n.t('Press Enter to keep the filter, or Escape to restore the previous one.');
  };
  const close = (then: () => void): void => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(timer);
    then();
    box.dispose();
  };
  box.onDidChangeValue((typed) => {
    clearTimeout(timer);
    timer = setTimeout(() => onPreview(typed), typingPauseMs);
  });
  box.onDidAccept(() => close(() => onAccept(box.value)));
  box.onDidHide(() => close(() => onPreview(undefined)));
  update();
  box.show();
  return { update, dispose: () => close(() => onPreview(undefined)) };
}
