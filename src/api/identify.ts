import type { Environments } from './environments.ts';
import { ApiError, isApiError } from './errors.ts';
import type { CallOptions } from './operation.ts';
import type { Projects } from './projects.ts';

/** `full`: projects can be listed. `specOnly`: only the operations in the specification are available. */
export type ServiceExtent = 'full' | 'specOnly';

// An ID that no environment has. Only the form of the error response matters.
const unusedEnvironmentId = '00000000-0000-0000-0000-000000000000';

/**
 * Determines which part of this API a service implements. Rejects with code `NOT_THIS_API` if it's another API. Rejects
 * with the error of the request if this can't be determined, such as without a connection or with a rejected
 * credential.
 */
export async function identify(
  { projects, environments }: { readonly projects: Projects; readonly environments: Environments },
  options: CallOptions | undefined,
): Promise<ServiceExtent> {
  try {
    await projects.list({}, options);
    return 'full';
  } catch (error) {
    if (isServiceError(error)) return 'full';
    if (!isForeignResponse(error)) throw error;
  }
  try {
    await environments.get(unusedEnvironmentId, options);
    return 'specOnly';
  } catch (error) {
    if (isServiceError(error) || isApiError(error, 'forbidden')) return 'specOnly';
    if (!isForeignResponse(error)) throw error;
    throw new ApiError('The service does not answer like this API.', {
      kind: 'unexpectedResponse',
      code: 'NOT_THIS_API',
      operation: 'identify',
      method: error.method,
      path: error.path,
      status: error.status,
    });
  }
}

/** Whether an error has the form of this API: a client error with a code. */
function isServiceError(error: unknown): boolean {
  return (
    isApiError(error) &&
    (error.kind === 'badRequest' || error.kind === 'notFound' || error.kind === 'forbidden') &&
    error.status !== undefined &&
    error.code !== undefined &&
    !error.isUnsupportedOperation
  );
}

/** Whether an error shows that the response isn't from this API. False for a redirect, whose error is more helpful. */
function isForeignResponse(error: unknown): error is ApiError {
  if (!isApiError(error) || error.code === 'REDIRECTED') return false;
  return (
    error.isUnsupportedOperation ||
    error.kind === 'unexpectedResponse' ||
    error.kind === 'notFound' ||
    error.kind === 'badRequest'
  );
}
