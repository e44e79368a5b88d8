import * as vscode from 'vscode';
import type { Account } from '../auth/accounts.ts';
import { plainText } from '../domain/plainText.ts';

/** A label where the editor would draw icons: a name from outside draws none. */
export function accountLabel({ label }: Pick<Account, 'label'>): string {
  return plainText(label).replaceAll('$(', '$ (');
}

export function accountIcon({ kind }: Account): string {
  return kind === 'apiKey' ? 'key' : 'account';
}

/** The same without what a name has in brackets, for places with little room. */
export function shortAccountLabel(account: Account): string {
  const label = accountLabel(account);
  const short = label.replace(/ \([^()]*\)$/, '');
  return short.length > longestLabel ? `${short.slice(0, longestLabel - 1)}…` : short;
}

const longestLabel = 28;

/** What its label doesn't say: whether it is a user, where it comes from, what is wrong with it. */
export function describeAccount({ kind, hasEnded, isRefused, isFixed }: Account): string {
  const parts: string[] = kind === 'user' ? [vscode.l10n.t('User')] : [];
  if (isFixed) parts.push(vscode.l10n.t('from an environment variable'));
  if (isRefused) parts.push(vscode.l10n.t('rejected by the service'));
  if (hasEnded) parts.push(vscode.l10n.t('sign-in has ended'));
  return parts.join(' · ');
}
