import type { AuthSession } from './session.ts';
import type { UriRedirects } from './uriRedirects.ts';

/** Runs a task with a progress notification and *Cancel*. A canceled task rejects with a `CancellationError`. */
export type WithProgress = <T>(
  title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
) => Promise<T>;

/** The input of a sign-in flow. */
export interface SignInFlowContext {
  readonly baseUrl: string;
  readonly clientId: string | undefined;
  readonly loopbackPort: number;
  /**
   * Whether another user is already signed in, so that the authorization server must let the user choose an account.
   */
  readonly isAdditionalAccount: boolean;
  readonly uriRedirects: UriRedirects;
  /** Prompts for an access token and validates it. Rejects if the user cancels. */
  readonly pasteToken: () => Promise<AuthSession>;
  readonly withProgress: WithProgress;
  /** Aborted when another sign-in replaces this one. */
  readonly replacedSignal: AbortSignal;
}

/**
 * A method to sign in. The best method that the host supports is tried first, and the others are offered if it fails.
 */
export interface SignInFlow {
  readonly id: 'loopback' | 'uri' | 'pasteToken';
  /** The label of its button. */
  readonly label: string;
  readonly run: (context: SignInFlowContext) => Promise<AuthSession>;
}
