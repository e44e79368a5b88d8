import * as vscode from 'vscode';

interface FilterBoxOptions {
  readonly value: string;
  /** What the tree shows with the filter as it is, in words. */
  readonly found: () => string | undefined;
  /** What is typed so far; `undefined`: never mind. */
  readonly tried: (filter: string | undefined) => void;
  readonly kept: (filter: string) => void;
}

/** ms. The tree follows a person who types, not every key. */
const typingPause = 80;

/** A box that narrows the tree while one types. Enter keeps the filter, Escape brings the one before back. */
export function openFilterBox({ value, found, tried, kept }: FilterBoxOptions): vscode.Disposable & {
  /** The tree shows something else now. */
  update(): void;
} {
  const box = vscode.window.createInputBox();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDone = false;
  box.title = vscode.l10n.t('Filter Projects');
  box.placeholder = vscode.l10n.t(
    'Enter words from project or environment names, repositories, runtimes, or transports',
  );
  box.value = value;
  const update = (): void => {
    box.prompt =
      found() ?? vscode.l10n.t('Press Enter to keep the filter, or Escape to restore the previous one.');
  };
  const settle = (then: () => void): void => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    then();
    box.dispose();
  };
  box.onDidChangeValue((typed) => {
    clearTimeout(timer);
    timer = setTimeout(() => tried(typed), typingPause);
  });
  box.onDidAccept(() => settle(() => kept(box.value)));
  box.onDidHide(() => settle(() => tried(undefined)));
  update();
  box.show();
  return { update, dispose: () => settle(() => tried(undefined)) };
}
