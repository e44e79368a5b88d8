import type { Environments } from './environments.ts';
import { ApiError, isApiError } from './errors.ts';
import type { CallOptions } from './operation.ts';
import type { Projects } from './projects.ts';

/** `full`: projects can be listed. `specOnly`: only the operations in the specification are available. */
export type ServiceExtent = 'full' | 'specOnly';

// The ID of no environment. Only the form of the error matters.
const unusedEnvironmentId = '00000000-0000-0000-0000-000000000000';

/**
 * Determines whether a service implements this API. Rejects with code `NOT_THIS_API` if it doesn't, and with the error
 * of the request if that is unknown (no connection, rejected credential).
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

/** Whether an error has the form of this API: only operations return a code. */
function isServiceError(error: unknown): boolean {
  return (
    isApiError(error) &&
    (error.kind === 'badRequest' || error.kind === 'notFound' || error.kind === 'forbidden') &&
    error.status !== undefined &&
    error.code !== undefined &&
    !error.isUnsupportedOperation
  );
}

/** Whether a response isn't one of this API. A redirect isn't included, because its error contains the better URL. */
function isForeignResponse(error: unknown): error is ApiError {
  if (!isApiError(error) || error.code === 'REDIRECTED') return false;
  return (
    error.isUnsupportedOperation ||
    error.kind === 'unexpectedResponse' ||
    error.kind === 'notFound' ||
    error.kind === 'badRequest'
  );
}
