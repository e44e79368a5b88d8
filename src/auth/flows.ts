import * as vscode from 'vscode';
import { SignInError } from './errors.ts';
import { type BackPage, canListen, listen } from './loopback.node.ts';
import type { Session } from './session.ts';
import { unlessAborted } from './signInTurn.ts';

/** Runs work under a notification with *Cancel*; cancelled work rejects with a `CancellationError`. */
export type WithProgress = <T>(title: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** What a sign-in flow is given. */
export interface FlowContext {
  readonly baseUrl: string;
  readonly clientId: string | undefined;
  readonly loopbackPort: number;
  /** Asks for an access token to paste, and checks it; rejects when the user leaves. */
  readonly pasteToken: () => Promise<Session>;
  readonly withProgress: WithProgress;
  /** Aborted when another sign-in takes the place of this one. */
  readonly replaced: AbortSignal;
}

/** A way to sign in. The first that the host can do is tried first; the others are offered when it fails. */
export interface Flow {
  readonly id: 'loopback' | 'pasteToken';
  readonly label: string;
  run(context: FlowContext): Promise<Session>;
}

const timeLimitMs = 5 * 60_000;

/** The flows that this host can do, best first. */
export function flows(host: { canListen: boolean } = { canListen }): readonly Flow[] {
  const paste: Flow = {
    id: 'pasteToken',
    label: vscode.l10n.t('Paste an Access Token'),
    run: ({ pasteToken }) => pasteToken(),
  };
  const loopback: Flow = {
    id: 'loopback',
    label: vscode.l10n.t('Sign In with the Browser'),
    run: runLoopback,
  };
  return host.canListen ? [loopback, paste] : [paste];
}

/** Sends the browser to the authorization server and waits for it on a loopback address (RFC 8252). */
async function runLoopback(context: FlowContext): Promise<Session> {
  const { baseUrl, clientId, loopbackPort, replaced } = context;
  const loopback = await listen(loopbackPort, backPage);
  const title = vscode.l10n.t('Signing in to {0}: go on in the browser…', new URL(baseUrl).host);
  try {
    return await context.withProgress(title, async (cancelled) => {
      const signal = AbortSignal.any([cancelled, replaced]);
      const { beginSignIn, findAuthority, finishSignIn } = await import('./oauth.ts');
      const authority = await findAuthority(baseUrl, loopback.redirectUri, clientId, signal);
      const attempt = await beginSignIn(authority);
      // A browser that the user chose not to open is a sign-in that the user left.
      const opened = vscode.env.openExternal(vscode.Uri.parse(attempt.url.href, true));
      if (!(await unlessAborted(opened, signal))) throw new vscode.CancellationError();
      const answer = await within(timeLimitMs, unlessAborted(loopback.answer, signal));
      return finishSignIn(authority, attempt, answer, new URL(baseUrl).origin, signal);
    });
  } finally {
    loopback.close();
  }
}

function backPage(error: string | undefined): BackPage {
  const t = vscode.l10n.t;
  if (error === undefined) {
    return {
      title: t('Back to the editor'),
      text: t('The editor finishes the sign-in. You can close this page.'),
    };
  }
  return error === 'access_denied'
    ? {
        title: t('The sign-in was declined'),
        text: t('You are not signed in. You can close this page.'),
      }
    : {
        title: t('The sign-in was refused'),
        text: t('The editor shows what you can do. You can close this page.'),
      };
}

function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SignInError('noAnswer')), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
