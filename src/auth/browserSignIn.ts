import * as vscode from 'vscode';
import { browserTimeoutMs, withBrowserTimeout } from './browserTimeout.ts';
import { rejectOnAbort } from './exclusiveSignIn.ts';
import type { SignInFlowContext } from './flow.ts';
import type { AuthSession } from './session.ts';

/** The target to which the browser is redirected after a sign-in. */
export interface RedirectTarget {
  readonly redirectUri: string;
  /** Resolves with the URL to which the browser was redirected, for the sign-in with this `state`. */
  readonly waitForRedirect: (state: string) => Promise<URL>;
}

/** Opens the authorization server in the browser, and finishes the sign-in after the redirect. */
export function signInWithBrowser(
  context: SignInFlowContext,
  redirectTarget: RedirectTarget,
): Promise<AuthSession> {
  const { baseUrl, clientId, isAdditionalAccount, replacedSignal } = context;
  const title = vscode.l10n.t('Signing in to {0}', new URL(baseUrl).host);
  return context.withProgress(title, async (canceledSignal, report) => {
    const signal = AbortSignal.any([canceledSignal, replacedSignal]);
    const { beginSignIn, prepareAuthorization, finishSignIn } = await import('./oauth.ts');
    const authorization = await prepareAuthorization(baseUrl, redirectTarget.redirectUri, clientId, signal);
    const attempt = await beginSignIn(authorization, { isAdditionalAccount });
    const redirectUrl = await authorizeInBrowser(attempt, redirectTarget, signal, report);
    return finishSignIn(authorization, attempt, redirectUrl, new URL(baseUrl).origin, signal);
  });
}

/** Opens a URL in the browser and waits for the redirect, at most `browserTimeoutMs`. */
export async function authorizeInBrowser(
  { url, state }: { readonly url: URL; readonly state: string },
  { waitForRedirect }: RedirectTarget,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<URL> {
  const redirect = waitForRedirect(state);
  redirect.catch(() => undefined); // Prevents an unhandled rejection before it's awaited below.
  // If the user declines to open the browser, the sign-in is canceled.
  if (!(await rejectOnAbort(openInBrowser(url), signal))) throw new vscode.CancellationError();
  report(vscode.l10n.t('continue in the browser...'));
  return withBrowserTimeout(browserTimeoutMs, rejectOnAbort(redirect, signal));
}

/** Passes a string, which the editor accepts despite its types: a `Uri` would change escape sequences in the query. */
function openInBrowser({ href }: URL): Thenable<boolean> {
  return vscode.env.openExternal(href as unknown as vscode.Uri);
}
