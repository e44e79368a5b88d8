import * as vscode from 'vscode';
import type { Account } from '../auth/accounts.ts';
import { toPlainText } from '../domain/plainText.ts';
import { pickMenu } from '../editor/pickBox.ts';
import { describeAccount, getAccountIcon } from './accountTexts.ts';

/** The actions in the list of accounts. */
export type AccountAction = 'signIn' | 'useApiKey' | 'selectService' | 'signOut';
type AccountChoice = { readonly account: Account } | { readonly action: AccountAction };

type AccountItem = vscode.QuickPickItem & { readonly choice?: AccountChoice };

/**
 * Lets the user select an account of a service or an action. The current account is marked. Returns `undefined` if the
 * user cancels.
 */
export async function pickAccount(
  host: string,
  accounts: readonly Account[],
  current: Account | undefined,
): Promise<AccountChoice | undefined> {
  const action = (label: string, icon: string, name: AccountAction): AccountItem => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    choice: { action: name },
  });
  const items: AccountItem[] = [
    ...createAccountItems(accounts, current),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    action(
      accounts.length > 0 ? vscode.l10n.t('Sign In with Another Account') : vscode.l10n.t('Sign In'),
      'account',
      'signIn',
    ),
    action(vscode.l10n.t('Use API Key...'), 'key', 'useApiKey'),
    action(vscode.l10n.t('Select Service...'), 'globe', 'selectService'),
    ...(accounts.length > 0 ? [action(vscode.l10n.t('Sign Out'), 'sign-out', 'signOut')] : []),
  ];
  const picked = await pickMenu(items, {
    title: vscode.l10n.t('Accounts for {0}', host),
    placeHolder: vscode.l10n.t('Select the account to use on this service'),
    matchOnDescription: true,
  });
  return picked?.choice;
}

/** Lets the user select one of these accounts, unless there is only one. */
export async function pickAccountFrom(
  title: string,
  accounts: readonly Account[],
  current: Account | undefined,
): Promise<Account | undefined> {
  if (accounts.length < 2) return accounts[0];
  return (await pickMenu(createAccountItems(accounts, current), { title }))?.choice.account;
}

/** Creates list items for accounts. The current account is first, so that Enter selects it. */
function createAccountItems(accounts: readonly Account[], current: Account | undefined) {
  return [
    ...accounts.filter(({ id }) => id === current?.id).map((account) => createAccountItem(account, true)),
    ...accounts.filter(({ id }) => id !== current?.id).map((account) => createAccountItem(account, false)),
  ];
}

function createAccountItem(account: Account, isCurrent: boolean) {
  const descriptions = [describeAccount(account), isCurrent ? vscode.l10n.t('current') : ''];
  return {
    label: toPlainText(account.label),
    description: descriptions.filter((text) => text !== '').join(' · '),
    iconPath: new vscode.ThemeIcon(isCurrent ? 'check' : getAccountIcon(account)),
    choice: { account },
  };
}
