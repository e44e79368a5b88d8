import * as vscode from 'vscode';
import { SignInError } from './errors.ts';

/** Why a sign-in failed, in words, with what to do about it. Nothing of what a server answered is in it. */
export async function signInReason(error: unknown): Promise<string> {
  const { signInFailure } = await import('./oauth.ts');
  const status = error instanceof SignInError ? (error.status ?? '?') : '?';
  switch (signInFailure(error)) {
    case 'declined':
      return vscode.l10n.t('it was declined in the browser.');
    case 'insecure':
      return vscode.l10n.t(
        "it would use an address that isn't https. Tell the administrator of the service. An API key needs no sign-in, but gets no tunnel tickets.",
      );
    case 'noAnswer':
      return vscode.l10n.t("the browser didn't come back within 5 minutes.");
    case 'noMetadata':
      return vscode.l10n.t(
        "this service doesn't say where to sign in. Paste an access token. An API key needs no sign-in, but gets no tunnel tickets.",
      );
    case 'noServerMetadata':
      return vscode.l10n.t(
        "the authorization server that this service names doesn't say how to sign in. Paste an access token. An API key needs no sign-in, but gets no tunnel tickets.",
      );
    case 'noClientId':
      return vscode.l10n.t(
        'this service registers no new clients. Ask its administrator for a client ID and put it into the setting "hostedMcp.oauth.clientId".',
      );
    case 'notOAuth':
      return vscode.l10n.t(
        'the authorization server answers with something else than OAuth, such as a web page.',
      );
    case 'portTaken':
      return vscode.l10n.t('the loopback port is in use. Change the setting "hostedMcp.oauth.loopbackPort".');
    case 'refused':
      return vscode.l10n.t('the authorization server refused it.');
    case 'registrationRefused':
      return vscode.l10n.t(
        'the authorization server registers no client for the address that the browser comes back to. Put a client ID into the setting "hostedMcp.oauth.clientId", or sign in another way.',
      );
    case 'serverProblem':
      return vscode.l10n.t('the authorization server has a problem of its own ({0}).', status);
    case 'serverUnreachable':
      return vscode.l10n.t("the authorization server can't be reached.");
    case 'serviceProblem':
      return vscode.l10n.t('the service has a problem of its own ({0}).', status);
    case 'unreachable':
      return vscode.l10n.t("the service or its authorization server can't be reached.");
    case 'untrusted':
      return vscode.l10n.t("the answer of the authorization server isn't the one asked for.");
  }
}
