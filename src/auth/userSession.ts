import * as vscode from 'vscode';
import { AuthenticationProviderId } from '../ids.ts';

/**
 * A user's session through the editor's own authentication API, which asks to sign in when there is none, or, with
 * `again`, in any case. `detail` says why. Rejects with a `CancellationError` when the user leaves: a failed sign-in
 * has been told by then, with its ways out.
 */
export async function userSession(
  detail: string,
  { again = false }: { again?: boolean } = {},
): Promise<vscode.AuthenticationSession> {
  try {
    const { getSession } = vscode.authentication;
    return again
      ? await getSession(AuthenticationProviderId, ['user'], { forceNewSession: { detail } })
      : await getSession(AuthenticationProviderId, ['user'], { createIfNone: { detail } });
  } catch {
    throw new vscode.CancellationError();
  }
}
