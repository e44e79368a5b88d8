import type { Environments } from './environments.ts';
import { isNotFoundError } from './errors.ts';
import { type SendOutcome, sendOnce } from './sendOnce.ts';

/**
 * The outcome of a deletion. `found`: the resource no longer exists, because this request or another one deleted it.
 */
export type DeleteOutcome = SendOutcome<{ readonly success: true }>;

/** The functions that delete and read one kind of resource by its ID. */
interface DeletableResource {
  readonly delete: Environments['delete'];
  readonly get: (id: string, options: Parameters<Environments['get']>[1]) => Promise<unknown>;
}

/**
 * Deletes an environment or a project. If the response is lost, reads the resource to find out whether it still exists.
 */
export async function deleteOnce(
  resource: DeletableResource,
  id: string,
  signal: AbortSignal,
): Promise<DeleteOutcome> {
  const findChange = async () => {
    try {
      // Without the signal of the request, so that the resource is read even if the request was canceled.
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
  // The service might also forbid access to a resource that doesn't exist.
  if (outcome.error.kind !== 'forbidden') return outcome;
  const value = await findChange().catch(() => undefined);
  return value ? { kind: 'found', value } : outcome;
}
