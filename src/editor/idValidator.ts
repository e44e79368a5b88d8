import * as vscode from 'vscode';

/**
 * Creates a function that validates an entered ID. It returns `emptyMessage` if the ID is empty, and another message if
 * the ID can't be a segment of a path.
 */
export function createIdValidator(emptyMessage: string): (typed: string) => string | undefined {
  return (typed) => {
    const id = typed.trim();
    if (id === '') return emptyMessage;
    return id === '.' || id === '..' ? vscode.l10n.t('An ID can\'t be "." or "..".') : undefined;
  };
}
