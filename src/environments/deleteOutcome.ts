import type { Environments } from '../api/environments.ts';
import { ApiError } from '../api/errors.ts';
import { mayBeDone } from '../api/retry.ts';

/**
 * What became of a deletion. `deleted`: as the service answered. `gone`: it isn't there any more, whoever did it.
 * `there`: the answer was lost, and the environment was still there afterwards. `unknown`: nor could that be read.
 */
export type DeleteOutcome =
  | { readonly kind: 'deleted'; readonly answer: { readonly success: true } }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused' | 'there' | 'unknown'; readonly error: ApiError };

/** Deletes an environment (E13). Where the answer leaves open what happened, the service is asked (E12). */
export async function deleteOutcome(
  environments: Pick<Environments, 'delete' | 'get'>,
  environmentId: string,
  signal: AbortSignal,
): Promise<DeleteOutcome> {
  try {
    return { kind: 'deleted', answer: await environments.delete(environmentId, { signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Someone else was faster.
    if (isGone(error)) return { kind: 'gone' };
    const isRefused = error.kind === 'forbidden';
    if (!isRefused && !mayBeDone(error)) return { kind: 'refused', error };
    try {
      // Also after a cancellation, so not by its signal.
      await environments.get(environmentId, { isSingleTry: signal.aborted });
      return { kind: isRefused ? 'refused' : 'there', error };
    } catch (reading) {
      if (!(reading instanceof ApiError)) throw reading;
      if (isGone(reading)) return { kind: 'gone' };
      return { kind: isRefused ? 'refused' : 'unknown', error };
    }
  }
}

/** The environment isn't there; an unknown path says nothing about it. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound' && !error.unknownPath;
}
