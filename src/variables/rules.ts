import * as vscode from 'vscode';

/** The rule of the service that a key breaks, in words; some keys are reserved besides, which only the service knows. */
export function keyRule(typed: string, taken: ReadonlySet<string>): string | undefined {
  const key = typed.trim();
  if (key === '') return vscode.l10n.t('Type a key, such as LOG_LEVEL.');
  if (/\s/.test(key)) return vscode.l10n.t('A key has no spaces.');
  if (!/^[a-zA-Z]/.test(key)) return vscode.l10n.t('A key begins with a letter.');
  if (!/^[a-zA-Z0-9_]*$/.test(key)) {
    return vscode.l10n.t('A key has letters, digits and underscores only.');
  }
  if (key.length < 2) return vscode.l10n.t('A key has at least 2 characters.');
  if (taken.has(key)) return vscode.l10n.t('There\'s already a variable "{0}".', key);
  return undefined;
}

/** The service takes no empty value. */
export function valueRule(value: string): string | undefined {
  return value === '' ? vscode.l10n.t('A value must not be empty.') : undefined;
}
