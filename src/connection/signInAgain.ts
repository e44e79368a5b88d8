import * as vscode from 'vscode';
import type { Account, Accounts } from '../auth/accounts.ts';
import type { SignInRequest } from '../auth/connection.ts';
import type { AuthSession } from '../auth/session.ts';
import { getUserSession } from '../auth/userSession.ts';
import { formatAccountLabel } from './accountTexts.ts';
import { askSecret } from './askSecret.ts';

/** Asks the user of a rejected account to sign in again, while an operation waits. */
export async function signInAgain(
  { baseUrl, scope, account }: SignInRequest,
  accounts: Accounts,
): Promise<void> {
  const isForAll = (await accounts.getChosen(account.origin, 'any'))?.id === account.id;
  const id =
    account.kind === 'apiKey'
      ? await newKey(baseUrl, formatAccountLabel(account), accounts)
      : await newUser(baseUrl, account);
  // The new account is used from now on, even if it's another one.
  await accounts.choose(id, isForAll ? 'any' : scope);
}

async function newKey(baseUrl: string, label: string, accounts: Accounts): Promise<string> {
  const { host } = new URL(baseUrl);
  const reason = vscode.l10n.t('{0} rejected the key "{1}".', host, label);
  const session: AuthSession = await askSecret('apiKey', baseUrl, { reason });
  await accounts.add(session);
  return session.id;
}

async function newUser(baseUrl: string, account: Account): Promise<string> {
  const { host } = new URL(baseUrl);
  const detail = vscode.l10n.t(
    '{0} no longer accepts the sign-in for {1}. Sign in to continue where you left off.',
    host,
    formatAccountLabel(account),
  );
  return (await getUserSession(detail, { forceNew: true, account })).id;
}
