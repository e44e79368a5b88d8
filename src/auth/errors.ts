import type { BaseUrlRule } from '../api/baseUrl.ts';

/** No usable service is chosen: none at all, or one whose address breaks `rule`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly rule: BaseUrlRule;

  constructor(rule: BaseUrlRule) {
    super(rule);
    this.rule = rule;
  }
}

/** Why a sign-in failed, for those reasons that a person can do something about. */
export type SignInFailure =
  | 'declined'
  | 'insecure'
  | 'noAnswer'
  | 'noClientId'
  | 'noMetadata'
  | 'noServerMetadata'
  | 'notOAuth'
  | 'portTaken'
  | 'refused'
  | 'registrationRefused'
  | 'serverProblem'
  | 'serverUnreachable'
  | 'serviceProblem'
  | 'unreachable'
  | 'untrusted';

/** A sign-in that ended for a reason of our own finding, not of the OAuth library's. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly reason: SignInFailure;
  /** Of the answer that says so, for a problem of a server. */
  readonly status: number | undefined;

  constructor(reason: SignInFailure, status?: number) {
    super(reason);
    this.reason = reason;
    this.status = status;
  }
}
