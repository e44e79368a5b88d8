import * as vscode from 'vscode';

/** The rule of a box for an id: not empty, as `empty` says, and nothing that no path can carry. */
export function createIdValidator(empty: string): (typed: string) => string | undefined {
  return (typed) => {
    const id = typed.trim();
    if (id === '') return empty;
    return id === '.' || id === '..' ? vscode.l10n.t('An ID can\'t be "." or "..".') : undefined;
  };
}
