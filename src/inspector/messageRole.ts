import * as l10n from '@vscode/l10n';

/** Returns the label of a message to or from a model. An unknown role is returned unchanged. */
export function describeMessageRole(role: string): string {
  if (role === 'user') return l10n.t('User message');
  return role === 'assistant' ? l10n.t('Assistant message') : role;
}
