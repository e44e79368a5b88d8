import * as vscode from 'vscode';
import { createUriRelay } from './uriRelay.ts';

/** Redirects of an authorization server to a link of the editor. */
export interface UriRedirects {
  /** Returns the redirect URI. `isFixed`: whether it must be the same in every window. */
  getRedirectUri(isFixed: boolean): Promise<string>;
  /** Resolves with the parameters of the redirect for the sign-in with this `state`. */
  waitForRedirect(state: string, signal: AbortSignal): Promise<URLSearchParams>;
}

const callbackPath = '/callback';

/** Creates the handler of links that are redirects. Redirects for another window are passed to that window. */
export function createUriRedirects(
  extensionId: string,
  secrets: vscode.SecretStorage,
  onDidOpenLink: vscode.Event<vscode.Uri>,
): UriRedirects & vscode.Disposable {
  const { waitForRedirect, handleRedirect, handleSecretChange } = createUriRelay(secrets);
  const disposables = vscode.Disposable.from(
    onDidOpenLink(({ path, query }) => {
      // A redirect that can't be passed on is lost. The sign-in keeps waiting and can be canceled.
      if (path === callbackPath) void handleRedirect(query).catch(() => undefined);
    }),
    secrets.onDidChange(({ key }) => handleSecretChange(key)),
  );
  return {
    getRedirectUri: (isFixed) => getCallbackUri(extensionId, isFixed),
    waitForRedirect,
    dispose: () => disposables.dispose(),
  };
}

/**
 * Returns the redirect URI for the authorization server. A client that was registered by a person has one fixed
 * redirect URI for all windows, and the window that gets the redirect passes it on.
 */
async function getCallbackUri(extensionId: string, isFixed: boolean): Promise<string> {
  const { env, UIKind, Uri } = vscode;
  const callbackUri = Uri.from({ scheme: env.uriScheme, authority: extensionId, path: callbackPath });
  if (isFixed && env.uiKind === UIKind.Desktop) return callbackUri.toString(true);
  // The URI isn't encoded again, because the query that the editor adds is already encoded.
  return (await env.asExternalUri(callbackUri)).toString(true);
}
