import * as vscode from 'vscode';
import { AuthenticationProviderId } from '../ids.ts';

/**
 * A user's session through the editor's own authentication API, which asks to sign in when there is none.
 * `detail` says why. Rejects with a `CancellationError` when the user leaves: a failed sign-in has been told by
 * then, with its ways out.
 */
export async function userSession(detail: string): Promise<vscode.AuthenticationSession> {
  try {
    return await vscode.authentication.getSession(AuthenticationProviderId, ['user'], {
      createIfNone: { detail },
    });
  } catch {
    throw new vscode.CancellationError();
  }
}

/** Another account beside those that are there, or the first. Rejects as `userSession`. */
export async function newUserSession(detail: string): Promise<vscode.AuthenticationSession> {
  try {
    return await vscode.authentication.getSession(AuthenticationProviderId, ['user'], {
      forceNewSession: { detail },
    });
  } catch {
    throw new vscode.CancellationError();
  }
}
