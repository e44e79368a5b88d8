import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Lease } from '../../auth/renewal.ts';
import type { InspectorState } from '../protocol.ts';
import type { Session, SessionState } from '../session.ts';
import { askToSignIn } from './ask.ts';
import { browseTo } from './browse.ts';
import { createSignIn } from './signIn.ts';

interface PageSignInDeps {
  /** Of the server, without a query. */
  readonly url: string;
  readonly secrets: vscode.SecretStorage;
  readonly lease: Lease;
  readonly session: () => Session;
}

/** The sign-in of a page: what it shows of it, and what its buttons do. */
export function createPageSignIn({ url, secrets, lease, session }: PageSignInDeps) {
  const { host } = new URL(url);
  const closed = new AbortController();
  const signIn = createSignIn({
    ...{ url, secrets, lease },
    browse: (work) => browseTo(host, closed.signal, work),
    // While it connects, the connection itself says so.
    lost: () => void (session().state.phase === 'connected' && session().connect()),
  });
  return {
    authorization: signIn.authorization,
    on: {
      async signIn() {
        const isIn = await askToSignIn(signIn, host);
        if (isIn && !closed.signal.aborted) await session().connect();
      },
      async signOut() {
        await signIn.signOut();
        await session().connect();
      },
    },
    state(steps: SessionState['steps']): Pick<InspectorState, 'maySignIn' | 'isSignedIn' | 'failure'> {
      const maySignIn = signIn.isAsked && steps.some(isRefusal);
      const { isSignedIn, isLost } = signIn;
      const failure = l10n.t("The server doesn't accept your sign-in any more. Sign in again.");
      return { maySignIn, isSignedIn, ...(maySignIn && isLost && { failure }) };
    },
    dispose: () => closed.abort(),
  };
}

const isRefusal = ({ name, outcome }: SessionState['steps'][number]): boolean =>
  name === 'authorization' && outcome === 'failed';
