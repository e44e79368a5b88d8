import type { Insights, IntentCategory } from '../api/insights.ts';
import { createCategoryOnce } from './createCategoryOnce.ts';
import { linkInBatches } from './linkInBatches.ts';
import type { ImportStep } from './planImport.ts';

interface ApplyDeps {
  readonly insights: Pick<Insights, 'createIntentCategory' | 'linkIntents'>;
  readonly environmentId: string;
  /** Called after a category was created. */
  readonly created: (category: IntentCategory) => Promise<void>;
  /** Called after intents were linked. */
  readonly linked: (categoryId: string, intentIds: readonly string[]) => Promise<void>;
  /** Called with the name of the category that is processed. */
  readonly report: (name: string) => void;
  readonly signal: AbortSignal;
}

/** The outcome of a plan, with the remaining steps. */
export interface ImportOutcome {
  readonly created: readonly IntentCategory[];
  /** Number of linked intents. */
  readonly linked: number;
  /** IDs that the service rejected individually. */
  readonly unknownIds: readonly string[];
  /** The names of categories for which the service rejected all intents. */
  readonly unlinkedCategories: readonly string[];
  /** The steps to continue with. Excludes the creation of the category `unclear`. */
  readonly remaining: readonly ImportStep[];
  /** The reason why steps remain. `unclear`: the name of a category that might have been created. */
  readonly stopped?: { readonly error: unknown; readonly unclear?: string };
}

/** Runs the steps of a plan in sequence until one fails. */
export async function runImportPlan(
  steps: readonly ImportStep[],
  { insights, environmentId, created, linked, report, signal }: ApplyDeps,
): Promise<ImportOutcome> {
  const made: IntentCategory[] = [];
  const unknownIds: string[] = [];
  const unlinkedCategories: string[] = [];
  let count = 0;
  const todo = [...steps];
  const done = (rest: Pick<ImportOutcome, 'remaining' | 'stopped'>): ImportOutcome => ({
    created: made,
    linked: count,
    unknownIds,
    unlinkedCategories,
    ...rest,
  });
  for (let step = todo.shift(); step; step = todo.shift()) {
    report(step.name);
    if (step.kind === 'create') {
      const { kind: _, ...category } = step;
      const outcome = await createCategoryOnce(insights, environmentId, category, signal);
      if (outcome.kind !== 'created') {
        const { error } = outcome;
        return outcome.kind === 'unclear'
          ? done({ remaining: todo, stopped: { error, unclear: step.name } })
          : done({ remaining: [step, ...todo], stopped: { error } });
      }
      const { id, name } = outcome.category;
      made.push(outcome.category);
      await created(outcome.category);
      await linked(id, outcome.linked);
      count += outcome.linked.length;
      if (outcome.rest.length > 0)
        todo.unshift({ kind: 'link', categoryId: id, name, intentIds: outcome.rest });
      continue;
    }
    const { categoryId, name } = step;
    const outcome = await linkInBatches(step.intentIds, {
      send: (ids) => insights.linkIntents(environmentId, categoryId, ids, { signal }),
      // A category that was just created exists.
      isCategoryConfirmed: made.some(({ id }) => id === categoryId),
    });
    await linked(categoryId, outcome.linked);
    count += outcome.linked.length;
    unknownIds.push(...outcome.unknownIds);
    if (outcome.end === 'doubtful') unlinkedCategories.push(name);
    if (typeof outcome.end !== 'object') continue;
    return done({ remaining: [{ ...step, intentIds: outcome.remaining }, ...todo], stopped: outcome.end });
  }
  return done({ remaining: [] });
}
