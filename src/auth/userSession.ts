import * as vscode from 'vscode';
import { AuthenticationProviderId } from '../ids.ts';
import type { Account } from './accounts.ts';
import { cancelCurrentSignIn } from './exclusiveSignIn.ts';

/** Settles after the last prompt was answered or canceled. */
let lastPrompt: Promise<unknown> = Promise.resolve();

interface UserSessionOptions {
  /** Prompts for a sign-in even if a user is signed in. */
  readonly forceNew?: boolean;
  /** The account whose user must sign in. Absent if the user can choose any account. */
  readonly account?: Account | undefined;
}

/**
 * Gets a user's session from the authentication API of the editor, which prompts for a sign-in if there is none, or
 * always with `forceNew`. `detail` is the reason shown to the user. Rejects with a `CancellationError` if the user
 * cancels, or after a failed sign-in, which has been reported already. Cancels a sign-in that is still waiting for the
 * user.
 */
export async function getUserSession(
  detail: string,
  { forceNew = false, account }: UserSessionOptions = {},
): Promise<vscode.AuthenticationSession> {
  // While a prompt is open, the editor doesn't open another one for an identical request, but returns the result of the
  // first prompt for both.
  if (cancelCurrentSignIn()) await lastPrompt;
  const request = forceNew ? getNewSession(detail, account) : getExistingSession(detail, account);
  lastPrompt = request.catch(() => undefined);
  try {
    return await request;
  } catch {
    throw new vscode.CancellationError();
  }
}

/** Prompts for a sign-in. Passes the account, so that the editor doesn't associate the session with another one. */
async function getNewSession(
  detail: string,
  account: Account | undefined,
): Promise<vscode.AuthenticationSession> {
  const { getSession } = vscode.authentication;
  return getSession(AuthenticationProviderId, ['user'], {
    forceNewSession: { detail },
    ...toAccountOption(account),
  });
}

async function getExistingSession(
  detail: string,
  account: Account | undefined,
): Promise<vscode.AuthenticationSession> {
  const { getSession } = vscode.authentication;
  const activeAccount = account?.hasSessionEnded ? undefined : account;
  return getSession(AuthenticationProviderId, ['user'], {
    createIfNone: { detail },
    ...toAccountOption(activeAccount),
  });
}

function toAccountOption(account: Account | undefined) {
  return account && { account: { id: account.accountId, label: account.label } };
}
