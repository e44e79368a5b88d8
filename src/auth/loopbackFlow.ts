import * as vscode from 'vscode';
import { signInByBrowser, type WayBack } from './browserSignIn.ts';
import type { FlowContext } from './flow.ts';
import { type BackPage, listen } from './loopback.node.ts';
import type { Session } from './session.ts';

/** The browser comes back to a loopback address that this window listens on (RFC 8252 §7.3). */
export function byLoopback(context: FlowContext): Promise<Session> {
  return withLoopback(context.loopbackPort, (wayBack) => signInByBrowser(context, wayBack));
}

/** Listens while `work` waits for the browser; `port` 0 takes any free one. */
export async function withLoopback<T>(port: number, work: (wayBack: WayBack) => Promise<T>): Promise<T> {
  const { redirectUri, answer, close, linger } = await listen(port, {
    back: backPage,
    over: overPage,
  });
  try {
    const result = await work({ redirectUri, answer });
    close();
    return result;
  } catch (error) {
    linger();
    throw error;
  }
}

/** The page of an earlier sign-in may still be open in the browser; or someone sends what no one asked for. */
function overPage(isWaiting: boolean): BackPage {
  return isWaiting
    ? {
        title: vscode.l10n.t("This isn't the current sign-in"),
        text: vscode.l10n.t(
          'The editor is still waiting for the sign-in that it started last. Continue in that browser tab, or start again in the editor. You can close this page.',
        ),
      }
    : {
        title: vscode.l10n.t('This sign-in is over'),
        text: vscode.l10n.t(
          'The editor no longer waits for it. Start again in the editor. You can close this page.',
        ),
      };
}

function backPage(error: string | undefined): BackPage {
  if (error === undefined) {
    return {
      title: vscode.l10n.t('Back to the editor'),
      text: vscode.l10n.t('The editor finishes the sign-in. You can close this page.'),
    };
  }
  return error === 'access_denied'
    ? {
        title: vscode.l10n.t('The sign-in was declined'),
        text: vscode.l10n.t("You aren't signed in. You can close this page."),
      }
    : {
        title: vscode.l10n.t('The sign-in was refused'),
        text: vscode.l10n.t('The editor shows what you can do. You can close this page.'),
      };
}
