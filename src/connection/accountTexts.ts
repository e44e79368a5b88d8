import * as vscode from 'vscode';
import type { Account } from '../auth/accounts.ts';
import { toPlainText } from '../domain/plainText.ts';

/** Returns the label of an account for places where the editor renders icons, with icon syntax disabled. */
export function formatAccountLabel({ label }: Pick<Account, 'label'>): string {
  return toPlainText(label).replaceAll('$(', '$ (');
}

export function getAccountIcon({ kind }: Account): string {
  return kind === 'apiKey' ? 'key' : 'account';
}

/** Returns the label without the part in parentheses, for small places. */
export function formatShortAccountLabel(account: Account): string {
  const label = formatAccountLabel(account);
  const short = label.replace(/ \([^()]*\)$/, '');
  return short.length > maxLabelLength ? `${short.slice(0, maxLabelLength - 1)}…` : short;
}

const maxLabelLength = 28;

/** Returns facts that the label doesn't show: whether the account is a user, its source, and its problems. */
export function describeAccount({ kind, hasSessionEnded, isRejected, isFixed }: Account): string {
  const parts: string[] = kind === 'user' ? [vscode.l10n.t('User')] : [];
  if (isFixed) parts.push(vscode.l10n.t('from an environment variable'));
  if (isRejected) parts.push(vscode.l10n.t('rejected by the service'));
  if (hasSessionEnded) parts.push(vscode.l10n.t('sign-in has ended'));
  return parts.join(' · ');
}
