import type { Environments } from './environments.ts';
import { ApiError } from './errors.ts';
import { mayHaveSucceeded } from './retry.ts';

/**
 * What became of a deletion. `deleted`: as the service answered. `gone`: it isn't there any more, whoever did it.
 * `there`: the answer was lost, and it was still there afterwards. `unknown`: nor could that be read.
 */
export type DeleteOutcome =
  | { readonly kind: 'deleted'; readonly answer: { readonly success: true } }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused' | 'there' | 'unknown'; readonly error: ApiError };

/** How a kind of thing is deleted and read, by its id. */
export interface DeletableResource {
  readonly delete: Environments['delete'];
  readonly get: (id: string, options: Parameters<Environments['get']>[1]) => Promise<unknown>;
}

/** Deletes an environment (E13) or a project. Where the answer leaves open what happened, the service is asked. */
export async function deleteOnce(
  things: DeletableResource,
  id: string,
  signal: AbortSignal,
): Promise<DeleteOutcome> {
  try {
    return { kind: 'deleted', answer: await things.delete(id, { signal }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Someone else was faster.
    if (isNotFoundError(error)) return { kind: 'gone' };
    const isRefused = error.kind === 'forbidden';
    if (!isRefused && !mayHaveSucceeded(error)) return { kind: 'refused', error };
    try {
      // Also after a cancellation, so not by its signal.
      await things.get(id, { isSingleTry: signal.aborted });
      return { kind: isRefused ? 'refused' : 'there', error };
    } catch (reading) {
      if (!(reading instanceof ApiError)) throw reading;
      if (isNotFoundError(reading)) return { kind: 'gone' };
      return { kind: isRefused ? 'refused' : 'unknown', error };
    }
  }
}

/** It isn't there; an unknown path says nothing about it. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound' && !error.unknownPath;
}
