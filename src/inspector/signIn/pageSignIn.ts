import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Lease } from '../../auth/renewal.ts';
import { truncateText } from '../../domain/plainText.ts';
import { omitUndefined } from '../../fields.ts';
import type { McpSession, McpSessionState } from '../mcpSession.ts';
import type { InspectorState } from '../protocol.ts';
import { toOriginAndPath } from '../serverUrl.ts';
import { runSignIn } from './ask.ts';
import { signInByBrowser } from './browse.ts';
import { createSignIn, type SignIn } from './signIn.ts';

interface PageSignInDeps {
  /** Origin and path of the server, by which the sign-in is stored; `undefined` as long as it isn't known. */
  readonly address: () => string | undefined;
  /** The URL of the server, from when its address is known. */
  readonly url: () => string;
  readonly secrets: vscode.SecretStorage;
  readonly lease: Lease;
  readonly session: () => McpSession;
  /** There is something else to show. */
  readonly changed: () => void;
}

/** The sign-in of a page: what it shows of it, and what its buttons do. */
export function createPageSignIn({ address, url, secrets, lease, session, changed }: PageSignInDeps) {
  const closed = new AbortController();
  /** By address: what an entry of the workspace leads to may change, and no server gets the token of another one. */
  const signIns = new Map<string, SignIn>();

  function signInAt(storedAt: string, serverUrl = url()): SignIn {
    const known = signIns.get(storedAt);
    if (known) return known;
    const signIn = createSignIn({
      url: toOriginAndPath(serverUrl),
      address: storedAt,
      secrets,
      lease,
      onScopeMissing: changed,
      withBrowser: (work) => signInByBrowser(new URL(serverUrl).host, closed.signal, work),
      // While it connects, the connection itself says so.
      onLost: () =>
        void (address() === storedAt && session().state.phase === 'connected' && session().connect()),
    });
    signIns.set(storedAt, signIn);
    return signIn;
  }

  return {
    authorization: (serverUrl: string, storedAt = toOriginAndPath(serverUrl)) =>
      signInAt(storedAt, serverUrl).authorization,
    on: {
      async signIn() {
        const storedAt = address();
        if (storedAt === undefined) return;
        const isIn = await runSignIn(signInAt(storedAt), new URL(storedAt).host);
        if (isIn && !closed.signal.aborted) await session().connect();
      },
      async signOut() {
        const storedAt = address();
        if (storedAt === undefined) return;
        await signInAt(storedAt).signOut();
        await session().connect();
      },
    },
    state(steps: McpSessionState['steps']): Pick<InspectorState, 'canSignIn' | 'isSignedIn' | 'failure'> {
      const storedAt = address();
      if (storedAt === undefined) return { canSignIn: false, isSignedIn: false };
      const signIn = signInAt(storedAt);
      const { isRequired, isSignedIn, missingScope } = signIn;
      const isRefused = isRequired && steps.some(isAuthorizationFailure);
      const canSignIn = isRefused || missingScope !== undefined;
      const failure = canSignIn ? describeSignInPrompt(signIn) : undefined;
      return { canSignIn, isSignedIn, ...omitUndefined({ failure }) };
    },
    dispose: () => closed.abort(),
  };
}

/** Why there is a sign-in to be had; `undefined` where the connection itself says so. */
function describeSignInPrompt({ isLost, isDiscovered, missingScope }: SignIn): string | undefined {
  if (missingScope === '') {
    return l10n.t('The server requires more access than you granted (403). Sign in again to grant it.');
  }
  if (missingScope !== undefined) {
    return l10n.t(
      'The server requires the scope "{0}" (403). Sign in again to grant it.',
      truncateText(missingScope, maxScopeLength),
    );
  }
  if (isLost) return l10n.t('The server no longer accepts your sign-in. Sign in again.');
  return isDiscovered
    ? l10n.t('The server requires authentication (401). Sign in, or add a header.')
    : undefined;
}

/** Characters of names of scopes that are shown. */
const maxScopeLength = 300;

const isAuthorizationFailure = ({ name, outcome }: McpSessionState['steps'][number]): boolean =>
  name === 'authorization' && outcome === 'failed';
