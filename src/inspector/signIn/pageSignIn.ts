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
  /**
   * Returns origin and path of the server, which are the storage key of the sign-in; `undefined` while they aren't
   * known.
   */
  readonly address: () => string | undefined;
  /** Returns the URL of the server, as soon as its origin and path are known. */
  readonly url: () => string;
  readonly secrets: vscode.SecretStorage;
  readonly lease: Lease;
  readonly session: () => McpSession;
  /** Called when the page's state has changed. */
  readonly changed: () => void;
}

/** Creates the sign-in of a page: its state, and the handlers of its buttons. */
export function createPageSignIn({ address, url, secrets, lease, session, changed }: PageSignInDeps) {
  const closed = new AbortController();
  /** By storage key. The URL of a workspace entry can change, and no server must receive the token of another one. */
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
      // While a connection is pending, its failure shows the problem.
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

/** Returns why a sign-in is possible; `undefined` if the connection's failure already says so. */
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

/** Maximum length of scope names in a text. */
const maxScopeLength = 300;

const isAuthorizationFailure = ({ name, outcome }: McpSessionState['steps'][number]): boolean =>
  name === 'authorization' && outcome === 'failed';
