import * as vscode from 'vscode';
import { SignInError } from './errors.ts';

/**
 * Describes a failed sign-in, with advice if there is any. The text never quotes a server's response, which could
 * contain secrets.
 */
export async function describeSignInError(error: unknown): Promise<string> {
  const { classifySignInError } = await import('./oauth.ts');
  // Only the errors whose message contains the status have one.
  const status = (error instanceof SignInError ? error.status : undefined) ?? '?';
  switch (classifySignInError(error)) {
    case 'declinedByUser':
      return vscode.l10n.t('The sign-in was declined in the browser.');
    case 'insecure':
      return vscode.l10n.t(
        "The sign-in requires a URL that doesn't use HTTPS. Contact the service's administrator, or use an API key. API keys don't require sign-in but can't get tunnel tickets.",
      );
    case 'browserTimeout':
      // The time is that of `browserTimeoutMs`.
      return vscode.l10n.t("The browser sign-in wasn't completed within 5 minutes.");
    case 'noSignInUrl':
      return vscode.l10n.t(
        "This service doesn't publish a sign-in URL. Paste an access token, or use an API key. API keys don't require sign-in but can't get tunnel tickets.",
      );
    case 'noAuthorizationServerMetadata':
      return vscode.l10n.t(
        "The service's authorization server doesn't publish its OAuth metadata. Paste an access token, or use an API key. API keys don't require sign-in but can't get tunnel tickets.",
      );
    case 'noClientId':
      return vscode.l10n.t(
        'This service doesn\'t support automatic client registration. Ask the service\'s administrator for a client ID, and enter the ID in the setting "hostedMcp.oauth.clientId".',
      );
    case 'notOAuth':
      return vscode.l10n.t(
        'The authorization server returned something other than an OAuth response, such as a web page.',
      );
    case 'portInUse':
      return vscode.l10n.t('The loopback port is in use. Change the setting "hostedMcp.oauth.loopbackPort".');
    case 'rejectedByServer':
      return vscode.l10n.t('The authorization server rejected the sign-in.');
    case 'registrationRejected':
      return vscode.l10n.t(
        'The authorization server rejected the client registration for the editor\'s redirect URI. Enter a client ID in the setting "hostedMcp.oauth.clientId", or use another sign-in method.',
      );
    case 'authorizationServerFailed':
      return vscode.l10n.t('The authorization server failed (HTTP {0}).', status);
    case 'authorizationServerUnreachable':
      return vscode.l10n.t("The authorization server can't be reached.");
    case 'serviceFailed':
      return vscode.l10n.t('The service failed (HTTP {0}).', status);
    case 'serviceOrServerUnreachable':
      return vscode.l10n.t("The service or its authorization server can't be reached.");
    case 'invalidResponse':
      return vscode.l10n.t('The authorization server returned an unexpected response.');
  }
}
