import * as vscode from 'vscode';
import type { Account } from '../auth/accounts.ts';
import { toPlainText } from '../domain/plainText.ts';

/** Returns the label of an account for places where the editor renders icons, with icon syntax disabled. */
export function accountLabel({ label }: Pick<Account, 'label'>): string {
  return toPlainText(label).replaceAll('$(', '$ (');
}

export function accountIcon({ kind }: Account): string {
  return kind === 'apiKey' ? 'key' : 'account';
}

/** Returns the label without the part in parentheses, for small places. */
export function shortAccountLabel(account: Account): string {
  const label = accountLabel(account);
  const short = label.replace(/ \([^()]*\)$/, '');
  return short.length > longestLabel ? `${short.slice(0, longestLabel - 1)}…` : short;
}

const longestLabel = 28;

/** Returns facts that the label doesn't show: whether the account is a user, its source, and its problems. */
export function describeAccount({ kind, hasEnded, isRefused, isFixed }: Account): string {
  const parts: string[] = kind === 'user' ? [vscode.l10n.t('User')] : [];
  if (isFixed) parts.push(vscode.l10n.t('from an environment variable'));
  if (isRefused) parts.push(vscode.l10n.t('rejected by the service'));
  if (hasEnded) parts.push(vscode.l10n.t('sign-in has ended'));
  return parts.join(' · ');
}
