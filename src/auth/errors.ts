import type { BaseUrlRule } from '../api/baseUrl.ts';

/** No service is chosen, or its URL breaks `rule`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly rule: BaseUrlRule;

  constructor(rule: BaseUrlRule) {
    super(rule);
    this.rule = rule;
  }
}

/**
 * The reasons for a failed sign-in that have different messages. `declinedByUser`: in the browser. `rejectedByServer`:
 * by the authorization server. `invalidResponse`: a response that fails a check of OAuth.
 */
export type SignInFailure =
  | 'declinedByUser'
  | 'insecure'
  | 'browserTimeout'
  | 'noClientId'
  | 'noSignInUrl'
  | 'noAuthorizationServerMetadata'
  | 'notOAuth'
  | 'portInUse'
  | 'rejectedByServer'
  | 'registrationRejected'
  | 'authorizationServerFailed'
  | 'authorizationServerUnreachable'
  | 'serviceFailed'
  | 'serviceOrServerUnreachable'
  | 'invalidResponse';

/** An error of a sign-in that this module detected, as opposed to errors of the OAuth library. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly reason: SignInFailure;
  /** The HTTP status if a server failed. */
  readonly status: number | undefined;

  constructor(reason: SignInFailure, status?: number) {
    super(reason);
    this.reason = reason;
    this.status = status;
  }
}
