import * as vscode from 'vscode';
import { authorizeInBrowser } from '../../auth/browserSignIn.ts';
import { runExclusiveSignIn } from '../../auth/exclusiveSignIn.ts';
import { withLoopback } from '../../auth/loopbackFlow.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import type { BrowserFlow } from './grant.node.ts';

/** Runs a sign-in with the user's browser, which returns to a loopback address. */
export function signInByBrowser<T>(
  host: string,
  closed: AbortSignal,
  work: (browsing: BrowserFlow) => Promise<T>,
): Promise<T> {
  const title = vscode.l10n.t('Signing in to {0}', host);
  return runExclusiveSignIn((replaced) =>
    withLoopback(0, (wayBack) =>
      withCancellableProgress(title, (cancelled, report) => {
        const signal = AbortSignal.any([cancelled, replaced, closed]);
        const { redirectUri } = wayBack;
        return work({
          redirectUri,
          signal,
          authorize: (way) => authorizeInBrowser(way, wayBack, signal, report),
        });
      }),
    ),
  );
}
