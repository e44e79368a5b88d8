import * as vscode from 'vscode';
import { SignInError } from '../../auth/errors.ts';
import { signInReason } from '../../auth/signInReason.ts';
import { informationMessage } from '../../editor/message.ts';
import { UserError } from '../../editor/userError.ts';
import { OAuthFault } from './fault.ts';
import type { SignIn } from './signIn.ts';

/** *Sign In...*: whether the person is signed in now. Rejects with why not, in words; one who declined knows why. */
export async function askToSignIn(signIn: SignIn, host: string): Promise<boolean> {
  try {
    await signIn.signIn();
    return true;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return false;
    if (!(error instanceof SignInError)) throw error;
    if (error.reason === 'declined') {
      void informationMessage(vscode.l10n.t('You declined the sign-in to {0}. Nothing has changed.', host));
      return false;
    }
    throw new UserError(vscode.l10n.t("Couldn't sign in to {0}: {1}", host, await reasonText(error)));
  }
}

/** Returns the reason as the end of a sentence. */
async function reasonText(error: SignInError): Promise<string> {
  if (error instanceof OAuthFault && error.reason === 'registrationRefused') {
    return vscode.l10n.t('{0} Add a header with an access token instead.', sentence(error.words));
  }
  if (error instanceof OAuthFault) return error.words;
  switch (error.reason) {
    case 'insecure':
      return vscode.l10n.t("the sign-in would use a URL that doesn't begin with https://.");
    case 'noMetadata':
    case 'noServerMetadata':
      return vscode.l10n.t("the server doesn't provide the OAuth metadata that a sign-in requires.");
    case 'noClientId':
    case 'registrationRefused':
      return vscode.l10n.t(
        "the authorization server doesn't accept client registrations. Add a header with an access token instead.",
      );
    default:
      return signInReason(error);
  }
}

const sentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`);
