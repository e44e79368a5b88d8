import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { authorizeInBrowser } from '../../auth/browserSignIn.ts';
import { describeSignInError } from '../../auth/describeSignInError.ts';
import { SignInError } from '../../auth/errors.ts';
import { runExclusiveSignIn } from '../../auth/exclusiveSignIn.ts';
import { withLoopback } from '../../auth/loopbackFlow.ts';
import { truncateText } from '../../domain/plainText.ts';
import { showInformation } from '../../editor/message.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { UserError } from '../../editor/userError.ts';
import { omitUndefined } from '../../fields.ts';
import type { InspectorContext } from '../inspectorContext.ts';
import type { McpSession, McpSessionState } from '../mcpSession.ts';
import type { InspectorState } from '../protocol.ts';
import type { ServerSource } from '../serverSource.ts';
import { toOriginAndPath } from '../serverUrl.ts';
import type { BrowserFlow } from './grant.node.ts';
import { OAuthProtocolError } from './oauthErrors.ts';
import { SignIn } from './signIn.ts';

interface PageSignInOptions {
  readonly source: () => Pick<ServerSource, 'url' | 'storageUrl'>;
  readonly session: () => McpSession;
  /** Called when the page's state has changed. */
  readonly onChange: () => void;
}

/** Creates the sign-in of a page: its state, and the handlers of its buttons. */
export function createPageSignIn(
  { secrets, lease }: Pick<InspectorContext, 'secrets' | 'lease'>,
  { source, session, onChange }: PageSignInOptions,
) {
  const closed = new AbortController();
  /**
   * The sign-ins by storage key. The URL of a workspace entry can change, and no server must receive the token of
   * another one.
   */
  const signIns = new Map<string, SignIn>();

  function getSignIn(storageUrl: string, serverUrl = source().url): SignIn {
    const existing = signIns.get(storageUrl);
    if (existing) return existing;
    const signIn = new SignIn({
      url: toOriginAndPath(serverUrl),
      storageUrl,
      secrets,
      lease,
      onScopeMissing: onChange,
      withBrowser: (work) => signInByBrowser(new URL(serverUrl).host, closed.signal, work),
      // While a connection is pending, its failure shows the problem.
      onLost: () =>
        void (
          source().storageUrl === storageUrl &&
          session().state.phase === 'connected' &&
          session().connect()
        ),
    });
    signIns.set(storageUrl, signIn);
    return signIn;
  }

  return {
    authorization: (serverUrl: string, storageUrl = toOriginAndPath(serverUrl)) =>
      getSignIn(storageUrl, serverUrl).authorization,
    messageHandlers: {
      async signIn() {
        const { storageUrl } = source();
        if (storageUrl === undefined) return;
        const hasSignedIn = await runSignIn(getSignIn(storageUrl), new URL(storageUrl).host);
        if (hasSignedIn && !closed.signal.aborted) await session().connect();
      },
      async signOut() {
        const { storageUrl } = source();
        if (storageUrl === undefined) return;
        await getSignIn(storageUrl).signOut();
        await session().connect();
      },
    },
    state(): Pick<InspectorState, 'canSignIn' | 'isSignedIn' | 'failure'> {
      const { storageUrl } = source();
      if (storageUrl === undefined) return { canSignIn: false, isSignedIn: false };
      const signIn = getSignIn(storageUrl);
      const { isRequired, isSignedIn, missingScope } = signIn;
      const isRejected = isRequired && session().state.steps.some(isAuthorizationFailure);
      const canSignIn = isRejected || missingScope !== undefined;
      const failure = canSignIn ? describeSignInPrompt(signIn) : undefined;
      return { canSignIn, isSignedIn, ...omitUndefined({ failure }) };
    },
    dispose: () => closed.abort(),
  };
}

/** Returns the reason to sign in, or `undefined` if the connection's failure already contains it. */
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

/**
 * Implements *Sign In...*. Returns whether the user is signed in. Rejects with the reason, unless the user canceled
 * or declined.
 */
async function runSignIn(signIn: SignIn, host: string): Promise<boolean> {
  try {
    await signIn.signIn();
    return true;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return false;
    if (!(error instanceof SignInError)) throw error;
    if (error.reason === 'declinedByUser') {
      void showInformation(vscode.l10n.t('You declined the sign-in to {0}. Nothing has changed.', host));
      return false;
    }
    throw new UserError(await describeSignInFailure(error, host));
  }
}

async function describeSignInFailure(error: SignInError, host: string): Promise<string> {
  if (!(error instanceof OAuthProtocolError))
    return vscode.l10n.t("Couldn't sign in to {0}. {1}", host, await describeSignInReason(error));
  const detail =
    error.reason === 'registrationRejected'
      ? vscode.l10n.t('{0} Add a header with an access token instead.', toSentence(error.detail))
      : error.detail;
  return vscode.l10n.t("Couldn't sign in to {0}: {1}", host, detail);
}

/** Returns the reason as a sentence. */
async function describeSignInReason(error: SignInError): Promise<string> {
  switch (error.reason) {
    case 'insecure':
      return vscode.l10n.t("The sign-in requires a URL that doesn't use HTTPS.");
    case 'noSignInUrl':
    case 'noAuthorizationServerMetadata':
      return vscode.l10n.t("The server doesn't publish the OAuth metadata that a sign-in requires.");
    case 'noClientId':
    case 'registrationRejected':
      return vscode.l10n.t(
        "The authorization server doesn't support automatic client registration. Add a header with an access token instead.",
      );
    default:
      return describeSignInError(error);
  }
}

const toSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Runs a sign-in with the user's browser, which returns to a loopback address. */
function signInByBrowser<T>(
  host: string,
  closed: AbortSignal,
  work: (browserFlow: BrowserFlow) => Promise<T>,
): Promise<T> {
  const title = vscode.l10n.t('Signing in to {0}', host);
  return runExclusiveSignIn((replaced) =>
    withLoopback(0, (loopback) =>
      withCancellableProgress(title, (canceled, report) => {
        const signal = AbortSignal.any([canceled, replaced, closed]);
        const { redirectUri } = loopback;
        return work({
          redirectUri,
          signal,
          authorize: (request) => authorizeInBrowser(request, loopback, signal, report),
        });
      }),
    ),
  );
}
