import * as oauth from 'oauth4webapi';
import { SignInError, type SignInFailure } from './errors.ts';
import type { RefreshFailure } from './renewal.ts';

/**
 * Error codes of the library for responses that aren't JSON, such as a web page, or whose status OAuth doesn't define.
 */
const nonOAuthCodes: readonly unknown[] = [
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.PARSE_ERROR,
];

/** Failures that a retry doesn't fix, but that don't end the session. */
const permanentFailures: readonly SignInFailure[] = [
  'insecure',
  'noSignInUrl',
  'noAuthorizationServerMetadata',
  'invalidResponse',
];

/**
 * OAuth errors about the state of the server (RFC 6749 §4.1.2.1). Some servers also return them from the token
 * endpoint.
 */
const serverErrorCodes: readonly string[] = ['server_error', 'temporarily_unavailable'];

/** Throws the error without its cause, in which the library stores authorization codes, tokens, or claims. */
export function rethrowWithoutCause(error: unknown): never {
  if (error instanceof Error) delete error.cause;
  throw error;
}

/** Classifies the error of a sign-in. */
export function classifySignInError(error: unknown): SignInFailure {
  if (error instanceof SignInError) return error.reason;
  if (error instanceof oauth.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'declinedByUser' : 'rejectedByServer';
  }
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError) {
    return 'rejectedByServer';
  }
  if (error instanceof oauth.OperationProcessingError) {
    return nonOAuthCodes.includes(error.code) ? 'notOAuth' : 'invalidResponse';
  }
  if (error instanceof oauth.UnsupportedOperationError) return 'invalidResponse';
  const isPortInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return isPortInUse ? 'portInUse' : 'serviceOrServerUnreachable';
}

/**
 * Classifies the error of a refresh. Only the errors of RFC 6749 §5.2 end the session: a status alone, or other JSON,
 * might come from a proxy.
 */
export function classifyRefreshError(error: unknown): RefreshFailure {
  if (error instanceof SignInError)
    return permanentFailures.includes(error.reason) ? 'permanent' : 'temporary';
  if (error instanceof oauth.ResponseBodyError) {
    if (error.error === 'invalid_grant') return 'invalidGrant';
    return serverErrorCodes.includes(error.error) ? 'temporary' : 'permanent';
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return 'permanent';
  if (error instanceof oauth.OperationProcessingError) {
    const isInvalidResponse = nonOAuthCodes.includes(error.code) || error.code === oauth.INVALID_RESPONSE;
    return isInvalidResponse ? 'temporary' : 'permanent';
  }
  return 'temporary';
}
