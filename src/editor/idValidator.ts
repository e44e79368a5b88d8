import * as vscode from 'vscode';

/** Creates the validation of an ID: not empty (`empty` is the message), and possible in a path. */
export function createIdValidator(empty: string): (typed: string) => string | undefined {
  return (typed) => {
    const id = typed.trim();
    if (id === '') return empty;
    return id === '.' || id === '..' ? vscode.l10n.t('An ID can\'t be "." or "..".') : undefined;
  };
}
