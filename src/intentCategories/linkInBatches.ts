import { ApiError } from '../api/errors.ts';

/** Maximum number of IDs in a request of `insights.linkIntents`. */
export const maxBatchSize = 100;

/**
 * Number of rejections without any success after which the category might not exist. By then, a list with some wrong
 * IDs would have had a success.
 */
const maxInitialRejections = 20;

/** The outcome of linking intents. Each ID is in exactly one list. */
export interface LinkOutcome {
  readonly linkedIds: readonly string[];
  /** IDs that the service rejected individually. */
  readonly unknownIds: readonly string[];
  /** IDs that weren't sent, or might not be linked. It's safe to send them again. */
  readonly remainingIds: readonly string[];
  /** The reason why IDs remain. `doubtful`: all requests were rejected, so the category might have been deleted. */
  readonly endReason: 'done' | 'doubtful' | { readonly error: unknown };
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
 * Links any number of unique IDs with up to 100 IDs per request. Splits a rejected batch in halves until the wrong IDs
 * are found. Any other failure stops it. Never rejects.
 */
export async function linkInBatches(
  ids: readonly string[],
  { send, report, isCategoryConfirmed = false }: LinkBatchOptions,
): Promise<LinkOutcome> {
  const linkedIds: string[] = [];
  const rejectedIds: string[] = [];
  let rejections = 0;
  const createOutcome = (endReason: LinkOutcome['endReason']): LinkOutcome => {
    // If the category might not exist, the IDs might be right.
    const rejected = new Set(endReason === 'doubtful' ? [] : rejectedIds);
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
        // Halves are tried last: a batch without a wrong ID succeeds sooner, and proves that the category exists.
        else parts.push(...splitInHalves(part));
        if (!isCategoryConfirmed && linkedIds.length === 0 && rejections >= maxInitialRejections)
          return createOutcome('doubtful');
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
