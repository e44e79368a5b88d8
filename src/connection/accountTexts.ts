import * as vscode from 'vscode';
import type { Account } from '../auth/accounts.ts';
import { sampleSessionId } from '../auth/session.ts';
import { toPlainText } from '../domain/plainText.ts';

/**
 * Formats the label of an account for texts in which the editor renders icons. Icon syntax in the label is disabled.
 */
export function formatAccountLabel({ label }: Pick<Account, 'label'>): string {
  return toPlainText(label).replaceAll('$(', '$ (');
}

export function getAccountIcon({ kind }: Account): string {
  return kind === 'apiKey' ? 'key' : 'account';
}

/**
 * Formats the label of an account for the status bar: without the part in parentheses, and shortened. An API key from an
 * environment variable has no label that identifies an account, so a fixed text with the name of the product is returned.
 */
export function formatShortAccountLabel(account: Account): string {
  if (account.isFixed && account.kind === 'apiKey') return vscode.l10n.t('Hosted MCP: API key');
  const label = formatAccountLabel(account);
  const short = label.replace(/ \([^()]*\)$/, '');
  return short.length > maxLabelLength ? `${short.slice(0, maxLabelLength - 1)}…` : short;
}

const maxLabelLength = 28;

/** Describes what the label of an account doesn't contain: its kind, its source, and its problems. */
export function describeAccount({ id, kind, hasSessionEnded, isRejected, isFixed }: Account): string {
  const parts: string[] = kind === 'user' ? [vscode.l10n.t('User')] : [];
  if (isFixed && id !== sampleSessionId) parts.push(vscode.l10n.t('from an environment variable'));
  if (isRejected) parts.push(vscode.l10n.t('rejected by the service'));
  if (hasSessionEnded) parts.push(vscode.l10n.t('sign-in has ended'));
  return parts.join(' · ');
}
