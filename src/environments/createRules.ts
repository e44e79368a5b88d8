import * as vscode from 'vscode';

/** The rule that a name for a new environment breaks, in words. `taken`: names that there are. */
export function environmentNameRule(name: string, taken: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return vscode.l10n.t('The name must not be empty.');
  if (/\p{Cc}/u.test(trimmed)) return vscode.l10n.t('The name must be one line of plain text.');
  return taken.includes(trimmed)
    ? vscode.l10n.t('This project has an environment of that name already.')
    : undefined;
}

/** The rule of Git that the name of a branch breaks, in words. */
export function branchRule(branch: string): string | undefined {
  const name = branch.trim();
  if (name === '') return vscode.l10n.t('The branch must not be empty.');
  const sign = /[\s\p{Cc}~^:?*[\\]/u.exec(name)?.[0];
  if (sign !== undefined) {
    return sign.trim() === ''
      ? vscode.l10n.t('The name of a branch has no blanks.')
      : vscode.l10n.t('The name of a branch has no "{0}".', sign);
  }
  const isOdd = /^[-/]|\/$|\.$|\.\.|\/\/|@\{|(^|\/)\.|\.lock(\/|$)|^@$/.test(name);
  return isOdd ? vscode.l10n.t('Git has no branches of such a name.') : undefined;
}
