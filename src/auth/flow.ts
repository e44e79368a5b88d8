import type { AuthSession } from './session.ts';
import type { UriRedirects } from './uriRedirects.ts';

/** Runs work under a notification with *Cancel*; cancelled work rejects with a `CancellationError`. */
export type WithProgress = <T>(
  title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
) => Promise<T>;

/** What a sign-in flow is given. */
export interface SignInFlowContext {
  readonly baseUrl: string;
  readonly clientId: string | undefined;
  readonly loopbackPort: number;
  /** Someone is signed in already: the authorization server is to ask who it is now. */
  readonly isAdditionalAccount: boolean;
  readonly uriRedirects: UriRedirects;
  /** Asks for an access token to paste, and checks it; rejects when the user leaves. */
  readonly pasteToken: () => Promise<AuthSession>;
  readonly withProgress: WithProgress;
  /** Aborted when another sign-in takes the place of this one. */
  readonly replaced: AbortSignal;
}

/** A way to sign in. The first that the host can do is tried first; the others are offered when it fails. */
export interface SignInFlow {
  readonly id: 'loopback' | 'uri' | 'pasteToken';
  /** On a button. */
  readonly label: string;
  readonly run: (context: SignInFlowContext) => Promise<AuthSession>;
}
