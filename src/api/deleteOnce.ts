import type { Environments } from './environments.ts';
import { ApiError } from './errors.ts';
import { type SendOutcome, sendOnce } from './sendOnce.ts';

/** `found`: the resource no longer exists. This request or another one deleted it. */
export type DeleteOutcome = SendOutcome<{ readonly success: true }>;

/** The functions that delete and read one kind of resource by its ID. */
interface DeletableResource {
  readonly delete: Environments['delete'];
  readonly get: (id: string, options: Parameters<Environments['get']>[1]) => Promise<unknown>;
}

/** Deletes an environment or a project. If the response is lost, reads the resource to find out what happened. */
export async function deleteOnce(
  resource: DeletableResource,
  id: string,
  signal: AbortSignal,
): Promise<DeleteOutcome> {
  const findChange = async () => {
    try {
      // Without the signal of the request, so that the resource is also read after a cancellation.
      await resource.get(id, { isSingleTry: signal.aborted });
      return undefined;
    } catch (error) {
      if (isNotFoundError(error)) return { success: true } as const;
      throw error;
    }
  };
  const outcome = await sendOnce({ send: () => resource.delete(id, { signal }), findChange });
  if (outcome.kind !== 'notDone') return outcome;
  // Someone else deleted the resource first.
  if (isNotFoundError(outcome.error)) return { kind: 'found', value: { success: true } };
  // The service might also forbid access to what doesn't exist.
  if (outcome.error.kind !== 'forbidden') return outcome;
  const value = await findChange().catch(() => undefined);
  return value ? { kind: 'found', value } : outcome;
}

/** Whether the resource doesn't exist. An unsupported operation doesn't show that. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'notFound' && !error.isUnsupportedOperation;
}
