import { ApiError, type ApiErrorDetails, type ApiErrorKind } from '../../src/api/errors.ts';

/** Creates an error that the client of the service throws. */
export function createApiError(kind: ApiErrorKind, more: Partial<ApiErrorDetails> = {}): ApiError {
  return new ApiError('no', { kind, operation: 'environments.get', method: 'GET', path: '/', ...more });
}
