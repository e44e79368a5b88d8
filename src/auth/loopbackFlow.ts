import * as vscode from 'vscode';
import { type RedirectTarget, signInWithBrowser } from './browserSignIn.ts';
import type { SignInFlowContext } from './flow.ts';
import { listen, type RedirectPage } from './loopback.node.ts';
import type { AuthSession } from './session.ts';

/** Signs in with a redirect to a loopback address that this window listens on (RFC 8252 §7.3). */
export function signInByLoopback(context: SignInFlowContext): Promise<AuthSession> {
  return withLoopback(context.loopbackPort, (redirectTarget) => signInWithBrowser(context, redirectTarget));
}

/** Listens on a loopback address while `task` waits for the browser. `port`: port number, or 0 for any free port. */
export async function withLoopback<T>(
  port: number,
  task: (redirectTarget: RedirectTarget) => Promise<T>,
): Promise<T> {
  const { redirectUri, waitForRedirect, close, linger } = await listen(port, {
    createCompletedPage: createCompletedPage,
    createExpiredPage: createExpiredPage,
  });
  try {
    const result = await task({ redirectUri, waitForRedirect });
    close();
    return result;
  } catch (error) {
    linger();
    throw error;
  }
}

/**
 * Creates the page for an unexpected redirect. The page of an earlier sign-in might still be open in the browser, or
 * the request might be forged.
 */
function createExpiredPage(isWaiting: boolean): RedirectPage {
  return isWaiting
    ? {
        title: vscode.l10n.t("This isn't the current sign-in"),
        text: vscode.l10n.t(
          'The editor is waiting for a more recent sign-in. Continue in the browser tab of that sign-in, or start again in the editor. You can close this page.',
        ),
      }
    : {
        title: vscode.l10n.t('This sign-in has ended'),
        text: vscode.l10n.t(
          'The editor is no longer waiting for this sign-in. To sign in, start again in the editor. You can close this page.',
        ),
      };
}

function createCompletedPage(error: string | undefined): RedirectPage {
  if (error === undefined) {
    return {
      title: vscode.l10n.t('Return to the editor'),
      text: vscode.l10n.t('The editor is finishing the sign-in. You can close this page.'),
    };
  }
  return error === 'access_denied'
    ? {
        title: vscode.l10n.t('The sign-in was declined'),
        text: vscode.l10n.t("You aren't signed in. You can close this page."),
      }
    : {
        title: vscode.l10n.t('The sign-in was rejected'),
        text: vscode.l10n.t('For the next steps, return to the editor. You can close this page.'),
      };
}
