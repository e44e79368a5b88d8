import * as oauth from 'oauth4webapi';
import { SignInError, type SignInFailure } from './errors.ts';
import type { RefreshFailure } from './renewal.ts';

/** An answer that isn't JSON, or has a status that OAuth doesn't know, such as a web page. */
const notOAuthCodes: readonly unknown[] = [
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.PARSE_ERROR,
];

/** Will not be otherwise when asked again at once, yet says nothing of the session. */
const permanentFailures: readonly SignInFailure[] = [
  'insecure',
  'noMetadata',
  'noServerMetadata',
  'untrusted',
];

/** Errors of OAuth that speak of the server's state (RFC 6749 §4.1.2.1), sent by some from the token endpoint. */
const serverErrorCodes: readonly string[] = ['server_error', 'temporarily_unavailable'];

/** Throws the error without what the library has attached to it: a code, a token, or whose they are. */
export function rethrowWithoutCause(error: unknown): never {
  if (error instanceof Error) delete error.cause;
  throw error;
}

/** Sorts what a sign-in threw. */
export function classifySignInError(error: unknown): SignInFailure {
  if (error instanceof SignInError) return error.reason;
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'declined' : 'refused';
  }
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError) {
    return 'refused';
  }
  if (error instanceof oauth.OperationProcessingError) {
    return notOAuthCodes.includes(error.code) ? 'notOAuth' : 'untrusted';
  }
  if (error instanceof oauth.UnsupportedOperationError) return 'untrusted';
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return inUse ? 'portTaken' : 'unreachable';
}

/**
 * Sorts what a refresh threw. Nothing but the words of RFC 6749 §5.2 speaks of the session: a status alone, or JSON of
 * another form, may be of whoever stands before the authorization server.
 */
export function classifyRefreshError(error: unknown): RefreshFailure {
  if (error instanceof SignInError) return permanentFailures.includes(error.reason) ? 'lasting' : 'passing';
  if (error instanceof oauth.ResponseBodyError) {
    if (error.error === 'invalid_grant') return 'invalidGrant';
    return serverErrorCodes.includes(error.error) ? 'passing' : 'lasting';
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return 'lasting';
  if (error instanceof oauth.OperationProcessingError) {
    const isWrongForm = notOAuthCodes.includes(error.code) || error.code === oauth.INVALID_RESPONSE;
    return isWrongForm ? 'passing' : 'lasting';
  }
  return 'passing';
}
