import type { ApiError } from '../api/errors.ts';
import type { CategoryColor, Insights, IntentCategory } from '../api/insights.ts';
import { type SendOutcome, sendOnce } from '../api/sendOnce.ts';
import { isRejection, maxBatchSize } from './linkInBatches.ts';

/** A category to create. */
export interface NewCategory {
  readonly name: string;
  /** Absent if the service derives the color from the name. */
  readonly color?: CategoryColor;
  /** Any number of unique IDs. */
  readonly intentIds: readonly string[];
}

/**
 * The outcome of a creation. `linkedIds`: the intents that the same request linked. `remainingIds`: the intents to link
 * afterwards. `unknown`: the response was lost, and the service can't list categories.
 */
export type CreateCategoryOutcome =
  | {
      readonly kind: 'done';
      readonly category: IntentCategory;
      readonly linkedIds: readonly string[];
      readonly remainingIds: readonly string[];
    }
  | { readonly kind: 'notDone' | 'unknown'; readonly error: ApiError };

/**
 * Creates a category with one request (`insights.createIntentCategory`), which also links the intents if there are at
 * most 100. If the service rejects the request, creates the category without intents, so that a wrong ID doesn't
 * prevent the creation.
 */
export async function createCategoryOnce(
  { createIntentCategory }: Pick<Insights, 'createIntentCategory'>,
  environmentId: string,
  { intentIds, ...category }: NewCategory,
  signal?: AbortSignal,
): Promise<CreateCategoryOutcome> {
  const create = (ids: readonly string[]): Promise<SendOutcome<IntentCategory>> =>
    sendOnce({
      send: () =>
        createIntentCategory(
          environmentId,
          { ...category, ...(ids.length > 0 && { intentIds: ids }) },
          signal && { signal },
        ),
    });
  const includedIds = intentIds.length <= maxBatchSize ? intentIds : [];
  const first = await create(includedIds);
  const isRetried = first.kind === 'notDone' && includedIds.length > 0 && isRejection(first.error);
  const outcome = isRetried ? await create([]) : first;
  if ('error' in outcome)
    return { kind: outcome.kind === 'notDone' ? 'notDone' : 'unknown', error: outcome.error };
  const linkedIds = isRetried ? [] : includedIds;
  return {
    kind: 'done',
    category: outcome.value,
    linkedIds,
    remainingIds: linkedIds.length > 0 ? [] : intentIds,
  };
}
