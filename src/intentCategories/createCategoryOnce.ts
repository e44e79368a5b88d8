import { ApiError } from '../api/errors.ts';
import type { CategoryColor, Insights, IntentCategory } from '../api/insights.ts';
import { mayHaveSucceeded } from '../api/retry.ts';
import { isRejection, maxBatchSize } from './linkInBatches.ts';

/** A category to create. */
export interface NewCategory {
  readonly name: string;
  /** Absent: the service derives the color from the name. */
  readonly color?: CategoryColor;
  /** Any number of unique IDs. */
  readonly intentIds: readonly string[];
}

/**
 * What became of a category that was to be created. `linked`: the intents that went along; `rest`: those still to be
 * linked. `unclear`: the answer was lost, and nothing lists categories, so that no one can tell.
 */
export type CreateCategoryOutcome =
  | {
      readonly kind: 'created';
      readonly category: IntentCategory;
      readonly linked: readonly string[];
      readonly rest: readonly string[];
    }
  | { readonly kind: 'refused' | 'unclear'; readonly error: ApiError };

/**
 * Creates a category (E2), sent once. Up to 100 intents go along; where that is refused, the category is created alone,
 * so that one wrong ID doesn't keep it from being. Rejects only with what is no error of the service.
 */
export async function createCategoryOnce(
  { createIntentCategory }: Pick<Insights, 'createIntentCategory'>,
  environmentId: string,
  { intentIds, ...category }: NewCategory,
  signal?: AbortSignal,
): Promise<CreateCategoryOutcome> {
  const goAlong = intentIds.length <= maxBatchSize ? intentIds : [];
  const create = (ids: readonly string[]): Promise<IntentCategory> =>
    createIntentCategory(
      environmentId,
      { ...category, ...(ids.length > 0 && { intentIds: ids }) },
      signal && { signal },
    );
  try {
    const made = await create(goAlong);
    return { kind: 'created', category: made, linked: goAlong, rest: goAlong.length > 0 ? [] : intentIds };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isRejection(error) && goAlong.length > 0) {
      const alone = await createCategoryOnce(
        { createIntentCategory },
        environmentId,
        { ...category, intentIds: [] },
        signal,
      );
      return alone.kind === 'created' ? { ...alone, rest: intentIds } : alone;
    }
    return { kind: mayHaveSucceeded(error) ? 'unclear' : 'refused', error };
  }
}
