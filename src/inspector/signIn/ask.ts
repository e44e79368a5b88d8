import * as vscode from 'vscode';
import { describeSignInError } from '../../auth/describeSignInError.ts';
import { SignInError } from '../../auth/errors.ts';
import { showInformation } from '../../editor/message.ts';
import { UserError } from '../../editor/userError.ts';
import { OAuthProtocolError } from './oauthErrors.ts';
import type { SignIn } from './signIn.ts';

/**
 * Implements *Sign In...*. Returns whether the user is signed in. Rejects with the reason, unless the user canceled
 * or declined.
 */
export async function runSignIn(signIn: SignIn, host: string): Promise<boolean> {
  try {
    await signIn.signIn();
    return true;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return false;
    if (!(error instanceof SignInError)) throw error;
    if (error.reason === 'declined') {
      void showInformation(vscode.l10n.t('You declined the sign-in to {0}. Nothing has changed.', host));
      return false;
    }
    throw new UserError(await describeSignInFailure(error, host));
  }
}

async function describeSignInFailure(error: SignInError, host: string): Promise<string> {
  if (!(error instanceof OAuthProtocolError))
    return vscode.l10n.t("Couldn't sign in to {0}. {1}", host, await describeSignInReason(error));
  const words =
    error.reason === 'registrationRefused'
      ? vscode.l10n.t('{0} Add a header with an access token instead.', toSentence(error.detail))
      : error.detail;
  return vscode.l10n.t("Couldn't sign in to {0}: {1}", host, words);
}

/** Returns the reason as a sentence. */
async function describeSignInReason(error: SignInError): Promise<string> {
  switch (error.reason) {
    case 'insecure':
      return vscode.l10n.t("The sign-in requires a URL that doesn't use HTTPS.");
    case 'noMetadata':
    case 'noServerMetadata':
      return vscode.l10n.t("The server doesn't publish the OAuth metadata that a sign-in requires.");
    case 'noClientId':
    case 'registrationRefused':
      return vscode.l10n.t(
        "The authorization server doesn't support automatic client registration. Add a header with an access token instead.",
      );
    default:
      return describeSignInError(error);
  }
}

const toSentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`);
