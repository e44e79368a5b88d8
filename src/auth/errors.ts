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

/** The reasons for a failed sign-in that users can do something about. */
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

/** The error of a sign-in that this code detected, not the OAuth library. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly reason: SignInFailure;
  /** The HTTP status of a failed server. */
  readonly status: number | undefined;

  constructor(reason: SignInFailure, status?: number) {
    super(reason);
    this.reason = reason;
    this.status = status;
  }
}
