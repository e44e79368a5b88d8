import type { Environments } from './environments.ts';
import { ApiError, isApiError } from './errors.ts';
import type { CallOptions } from './operation.ts';
import type { Projects } from './projects.ts';

/** `full`: projects can be listed. `specOnly`: the API of the specification, and no more. */
export type ServiceExtent = 'full' | 'specOnly';

// An id that no environment has; what matters is who says so.
const unusedEnvironmentId = '00000000-0000-0000-0000-000000000000';

/**
 * Tells whether this service is the API at all. Rejects with code `NOT_THIS_API` when it isn't, and with the
 * error itself when that can't be told (no connection, refused credential).
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

/** An error in the API's own form: only the operation itself gives a code. */
function isServiceError(error: unknown): boolean {
  return (
    isApiError(error) &&
    (error.kind === 'badRequest' || error.kind === 'notFound' || error.kind === 'forbidden') &&
    error.status !== undefined &&
    error.code !== undefined &&
    !error.unknownPath
  );
}

/** An answer, but not one that the API would give. A redirect names the better address, so it is kept as it is. */
function isForeignResponse(error: unknown): error is ApiError {
  if (!isApiError(error) || error.code === 'REDIRECTED') return false;
  return (
    error.unknownPath ||
    error.kind === 'unexpectedResponse' ||
    error.kind === 'notFound' ||
    error.kind === 'badRequest'
  );
}
