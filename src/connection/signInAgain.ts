import * as vscode from 'vscode';
import type { Account, Accounts } from '../auth/accounts.ts';
import type { SignInRequest } from '../auth/connection.ts';
import type { AuthSession } from '../auth/session.ts';
import { getUserSession } from '../auth/userSession.ts';
import { formatAccountLabel } from './accountTexts.ts';
import { askSecret } from './askSecret.ts';

/** Prompts the user to replace a rejected key or to sign in again. An operation waits for the result. */
export async function signInAgain(
  { baseUrl, scope, account }: SignInRequest,
  accounts: Accounts,
): Promise<void> {
  const isForAllOperations = (await accounts.getChosen(account.origin, 'any'))?.id === account.id;
  const id =
    account.kind === 'apiKey'
      ? await askForKey(baseUrl, formatAccountLabel(account), accounts)
      : await askToSignIn(baseUrl, account);
  // Uses the new account even if it isn't the rejected one.
  await accounts.choose(id, isForAllOperations ? 'any' : scope);
}

async function askForKey(baseUrl: string, label: string, accounts: Accounts): Promise<string> {
  const { host } = new URL(baseUrl);
  const reason = vscode.l10n.t('{0} rejected the key "{1}".', host, label);
  const session: AuthSession = await askSecret('apiKey', baseUrl, { reason });
  await accounts.add(session);
  return session.id;
}

async function askToSignIn(baseUrl: string, account: Account): Promise<string> {
  const { host } = new URL(baseUrl);
  const detail = vscode.l10n.t(
    '{0} no longer accepts the sign-in for {1}. Sign in to continue where you left off.',
    host,
    formatAccountLabel(account),
  );
  return (await getUserSession(detail, { forceNew: true, account })).id;
}
