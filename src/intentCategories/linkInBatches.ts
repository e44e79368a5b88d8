import { ApiError } from '../api/errors.ts';

/** Maximum number of IDs in a request of `insights.linkIntents`. */
export const maxBatchSize = 100;

/**
 * Number of rejections without any success after which the category might not exist. If the list only had some wrong
 * IDs, an earlier request would have succeeded.
 */
const maxInitialRejections = 20;

/** The outcome of linking intents. Each ID is in exactly one list. */
export interface LinkOutcome {
  readonly linkedIds: readonly string[];
  /** IDs that the service rejected individually. */
  readonly unknownIds: readonly string[];
  /** IDs that weren't sent, or might not be linked. They can be sent again. */
  readonly remainingIds: readonly string[];
  /**
   * The reason why linking ended. `allRejected`: the service rejected all requests, so the category might have been
   * deleted.
   */
  readonly endReason: 'done' | 'allRejected' | { readonly error: unknown };
}

interface LinkBatchOptions {
  /** Sends up to 100 IDs with `insights.linkIntents`. */
  readonly send: (ids: readonly string[]) => Promise<unknown>;
  /** Called with the number of intents linked so far. */
  readonly report?: (linked: number) => void;
  /** Whether the category exists, or the user wants to continue regardless. */
  readonly isCategoryConfirmed?: boolean;
}

/**
 * Links any number of unique IDs, up to 100 in each request. Splits a rejected batch into halves until the wrong IDs
 * are found. Any other failure ends linking. Never rejects.
 */
export async function linkInBatches(
  ids: readonly string[],
  { send, report, isCategoryConfirmed = false }: LinkBatchOptions,
): Promise<LinkOutcome> {
  const linkedIds: string[] = [];
  const rejectedIds: string[] = [];
  let rejections = 0;
  const createOutcome = (endReason: LinkOutcome['endReason']): LinkOutcome => {
    // If the category might not exist, the rejected IDs might be right.
    const rejected = new Set(endReason === 'allRejected' ? [] : rejectedIds);
    const finished = new Set([...linkedIds, ...rejected]);
    return {
      linkedIds,
      unknownIds: ids.filter((id) => rejected.has(id)),
      remainingIds: ids.filter((id) => !finished.has(id)),
      endReason,
    };
  };
  for (const batch of splitIntentIds(ids)) {
    const parts = [batch];
    for (let part = parts.shift(); part; part = parts.shift()) {
      try {
        await send(part);
        linkedIds.push(...part);
        report?.(linkedIds.length);
      } catch (error) {
        if (!isRejection(error)) return createOutcome({ error });
        rejections += 1;
        if (part.length === 1) rejectedIds.push(...part);
        // Halves are tried last, because another part without a wrong ID is likely to succeed, which proves that the
        // category exists.
        else parts.push(...splitInHalves(part));
        if (!isCategoryConfirmed && linkedIds.length === 0 && rejections >= maxInitialRejections)
          return createOutcome('allRejected');
      }
    }
  }
  return createOutcome('done');
}

/** Whether the service rejected an ID, the category, or the environment of a request. */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'badRequest' || (error.kind === 'notFound' && !error.isUnsupportedOperation);
}

function splitIntentIds(ids: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(ids.length / maxBatchSize);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * maxBatchSize, (index + 1) * maxBatchSize),
  );
}

function splitInHalves(ids: readonly string[]): readonly (readonly string[])[] {
  const middle = Math.ceil(ids.length / 2);
  return [ids.slice(0, middle), ids.slice(middle)];
}
