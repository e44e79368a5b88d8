import * as vscode from 'vscode';
import { createUriRelay } from './uriRelay.ts';

/** The way of an authorization server's answer through a link to the editor. */
export interface UriRedirects {
  /** What the browser is sent back to. `isFixed`: the same for every window. */
  getRedirectUri(isFixed: boolean): Promise<string>;
  /** The answer that came for the sign-in with this `state`. */
  wait(state: string, signal: AbortSignal): Promise<URLSearchParams>;
}

const callbackPath = '/callback';

/** Takes the answers from the links to the editor. Those that another window waits for are handed to it. */
export function createUriRedirects(
  extensionId: string,
  secrets: vscode.SecretStorage,
  onDidOpenLink: vscode.Event<vscode.Uri>,
): UriRedirects & vscode.Disposable {
  const { wait, receive, handleSecretChange } = createUriRelay(secrets);
  const owned = vscode.Disposable.from(
    onDidOpenLink(({ path, query }) => {
      // What can't be handed over is lost: the sign-in waits on, and can be cancelled.
      if (path === callbackPath) void receive(query).catch(() => undefined);
    }),
    secrets.onDidChange(({ key }) => handleSecretChange(key)),
  );
  return {
    getRedirectUri: (isFixed) => getCallbackUri(extensionId, isFixed),
    wait,
    dispose: () => owned.dispose(),
  };
}

/**
 * The address that leads the browser back to this window, as the authorization server is to know it. A client that was
 * registered by a person has one fixed address, which leaves the window open: the one that gets it passes it on.
 */
async function getCallbackUri(extensionId: string, isFixed: boolean): Promise<string> {
  const { env, UIKind, Uri } = vscode;
  const callbackUri = Uri.from({ scheme: env.uriScheme, authority: extensionId, path: callbackPath });
  if (isFixed && env.uiKind === UIKind.Desktop) return callbackUri.toString(true);
  // Not encoded once more: the query that the editor adds is meant as it is.
  return (await env.asExternalUri(callbackUri)).toString(true);
}
