import * as vscode from 'vscode';

/**
 * Returns the mark of a production environment in a row. Returns an empty string if the environment is already called
 * "production" or "prod".
 */
export function formatProductionLabel(environmentName: string): string {
  return /^prod(uction)?$/i.test(environmentName.trim()) ? '' : vscode.l10n.t('production');
}
