import * as vscode from 'vscode';
import { AuthenticationProviderId } from '../ids.ts';
import { endTurn } from './signInTurn.ts';

/** Settles when the question asked last has been answered. */
let lastAsked: Promise<unknown> = Promise.resolve();

/**
 * A user's session through the editor's own authentication API, which asks to sign in when there is none, or, with
 * `again`, in any case. `detail` says why. Rejects with a `CancellationError` when the user leaves: a failed sign-in
 * has been told by then, with its ways out. A sign-in that still waits for the user is cancelled and starts over.
 */
export async function userSession(
  detail: string,
  { again = false }: { again?: boolean } = {},
): Promise<vscode.AuthenticationSession> {
  // The editor answers the same question, while the first waits, with the answer to the first.
  if (endTurn()) await lastAsked;
  const asked = getUserSession(detail, again);
  lastAsked = asked.catch(() => undefined);
  try {
    return await asked;
  } catch {
    throw new vscode.CancellationError();
  }
}

async function getUserSession(detail: string, again: boolean): Promise<vscode.AuthenticationSession> {
  const { getSession } = vscode.authentication;
  return again
    ? await getSession(AuthenticationProviderId, ['user'], { forceNewSession: { detail } })
    : await getSession(AuthenticationProviderId, ['user'], { createIfNone: { detail } });
}
