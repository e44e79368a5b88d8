import * as vscode from 'vscode';

/**
 * Returns the rule of the service that a key breaks, or `undefined`. The service also reserves some keys, which the
 * client can't check.
 */
export function validateKey(input: string, existingKeys: ReadonlySet<string>): string | undefined {
  const key = input.trim();
  if (key === '') return vscode.l10n.t('Enter a key, such as LOG_LEVEL.');
  if (/\s/.test(key)) return vscode.l10n.t("A key can't contain spaces.");
  if (!/^[a-zA-Z]/.test(key)) return vscode.l10n.t('A key must start with a letter.');
  if (!/^[a-zA-Z0-9_]*$/.test(key)) {
    return vscode.l10n.t('A key can contain only letters, digits, and underscores.');
  }
  if (key.length < 2) return vscode.l10n.t('A key must have at least 2 characters.');
  if (existingKeys.has(key)) return vscode.l10n.t('A variable named "{0}" already exists.', key);
  return undefined;
}

/** Returns an error for an empty value, which the service rejects, or `undefined`. */
export function validateValue(value: string): string | undefined {
  return value === '' ? vscode.l10n.t("A value can't be empty.") : undefined;
}
