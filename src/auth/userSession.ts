import * as vscode from 'vscode';
import { AuthenticationProviderId } from '../ids.ts';
import type { Account } from './accounts.ts';
import { cancelCurrentSignIn } from './exclusiveSignIn.ts';

/** Settles when the question asked last has been answered. */
let lastAsked: Promise<unknown> = Promise.resolve();

interface UserSessionOptions {
  /** Asks to sign in also when someone is signed in. */
  readonly forceNew?: boolean;
  /** Whose session; absent: the user's choice where there are several. */
  readonly account?: Account | undefined;
}

/**
 * A user's session through the editor's own authentication API, which asks to sign in when there is none, or, with
 * `again`, in any case. `detail` says why. Rejects with a `CancellationError` when the user leaves: a failed sign-in
 * has been told by then, with its ways out. A sign-in that still waits for the user is cancelled and starts over.
 */
export async function getUserSession(
  detail: string,
  { forceNew = false, account }: UserSessionOptions = {},
): Promise<vscode.AuthenticationSession> {
  // The editor answers the same question, while the first waits, with the answer to the first.
  if (cancelCurrentSignIn()) await lastAsked;
  const request = forceNew ? getNewSession(detail, account) : getExistingSession(detail, account);
  lastAsked = request.catch(() => undefined);
  try {
    return await request;
  } catch {
    throw new vscode.CancellationError();
  }
}

/** Of the account that is named, so that the editor holds no one else's session for the one that is meant. */
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
  const whose = account?.hasEnded ? undefined : account;
  return getSession(AuthenticationProviderId, ['user'], {
    createIfNone: { detail },
    ...toAccountOption(whose),
  });
}

function toAccountOption(account: Account | undefined) {
  return account && { account: { id: account.accountId, label: account.label } };
}
