import { ApiError } from '../api/errors.ts';

/** E4 takes so many at once. */
export const maxBatchSize = 100;

/**
 * So many refusals while nothing was linked yet leave it open whether the IDs are wrong or the category isn't there. By
 * then a list with some wrong ones has had one of its parts linked.
 */
const maxInitialRejections = 20;

/** What became of intents that were to be linked; each ID is in one of the lists. */
export interface LinkOutcome {
  readonly linked: readonly string[];
  /** Refused one by one. */
  readonly unknownIds: readonly string[];
  /** Not sent, or not known to be linked: to send them again does no harm. */
  readonly remaining: readonly string[];
  /** Why some are left. `doubtful`: all that was sent was refused, so that the category may not be there any more. */
  readonly end: 'done' | 'doubtful' | { readonly error: unknown };
}

interface LinkBatchOptions {
  /** E4 with at most 100 IDs. */
  readonly send: (ids: readonly string[]) => Promise<unknown>;
  /** How many are linked by now. */
  readonly report?: (linked: number) => void;
  /** The category is there, or a person wants to go on whether it is or not. */
  readonly isCategoryConfirmed?: boolean;
}

/**
 * Links any number of intents, 100 with each request. A batch that is refused because of an ID is halved until the IDs
 * are found; the others are linked. Any other failure ends it. Never rejects. `ids`: each once.
 */
export async function linkInBatches(
  ids: readonly string[],
  { send, report, isCategoryConfirmed = false }: LinkBatchOptions,
): Promise<LinkOutcome> {
  const linked: string[] = [];
  const unknown: string[] = [];
  let refusals = 0;
  const stop = (end: LinkOutcome['end']): LinkOutcome => {
    // In doubt no one knows that it is the IDs that are wrong.
    const refused = new Set(end === 'doubtful' ? [] : unknown);
    const settled = new Set([...linked, ...refused]);
    return {
      linked,
      unknownIds: ids.filter((id) => refused.has(id)),
      remaining: ids.filter((id) => !settled.has(id)),
      end,
    };
  };
  for (const whole of splitIntentIds(ids)) {
    const parts = [whole];
    for (let part = parts.shift(); part; part = parts.shift()) {
      try {
        await send(part);
        linked.push(...part);
        report?.(linked.length);
      } catch (error) {
        if (!isRejection(error)) return stop({ error });
        refusals += 1;
        if (part.length === 1) unknown.push(...part);
        // Behind the others: a part without a wrong ID comes sooner, and tells that the category is there.
        else parts.push(...splitInHalves(part));
        if (!isCategoryConfirmed && linked.length === 0 && refusals >= maxInitialRejections)
          return stop('doubtful');
      }
    }
  }
  return stop('done');
}

/** The service says no because of what was sent: one of the IDs, the category, or the environment. */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'badRequest' || (error.kind === 'notFound' && !error.unknownPath);
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
