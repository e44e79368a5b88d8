import * as vscode from 'vscode';
import { rejectOnAbort } from './exclusiveSignIn.ts';
import type { SignInFlowContext } from './flow.ts';
import type { AuthSession } from './session.ts';
import { browserTimeoutMs, withTimeout } from './timeLimit.ts';

/** Where the browser comes back to. */
export interface RedirectTarget {
  readonly redirectUri: string;
  /** The address that the browser came back with, for the sign-in of this `state`. */
  readonly waitForRedirect: (state: string) => Promise<URL>;
}

/** Sends the browser to the authorization server, and finishes once it is back. */
export function signInWithBrowser(context: SignInFlowContext, wayBack: RedirectTarget): Promise<AuthSession> {
  const { baseUrl, clientId, isAdditionalAccount, replaced } = context;
  const title = vscode.l10n.t('Signing in to {0}', new URL(baseUrl).host);
  return context.withProgress(title, async (cancelled, report) => {
    const signal = AbortSignal.any([cancelled, replaced]);
    const { beginSignIn, prepareAuthorization, finishSignIn } = await import('./oauth.ts');
    const authority = await prepareAuthorization(baseUrl, wayBack.redirectUri, clientId, signal);
    const attempt = await beginSignIn(authority, { isAnother: isAdditionalAccount });
    const url = await authorizeInBrowser(attempt, wayBack, signal, report);
    return finishSignIn(authority, attempt, url, new URL(baseUrl).origin, signal);
  });
}

/** Sends the browser to an address and waits until it is back, at most 5 minutes. */
export async function authorizeInBrowser(
  { url, state }: { readonly url: URL; readonly state: string },
  { waitForRedirect }: RedirectTarget,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<URL> {
  const back = waitForRedirect(state);
  back.catch(() => undefined); // Whoever waits for it below hears of it.
  // A browser that the user chose not to open is a sign-in that the user left.
  if (!(await rejectOnAbort(openInBrowser(url), signal))) throw new vscode.CancellationError();
  report(vscode.l10n.t('continue in the browser...'));
  return withTimeout(browserTimeoutMs, rejectOnAbort(back, signal));
}

/** As a text, which the editor takes whatever its types say: a `Uri` would change the escapes in its query. */
function openInBrowser({ href }: URL): Thenable<boolean> {
  return vscode.env.openExternal(href as unknown as vscode.Uri);
}
