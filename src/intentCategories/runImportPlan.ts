import type { Insights, IntentCategory } from '../api/insights.ts';
import { createCategoryOnce } from './createCategoryOnce.ts';
import { linkInBatches } from './linkInBatches.ts';
import type { ImportStep } from './planImport.ts';

interface ApplyDeps {
  readonly insights: Pick<Insights, 'createIntentCategory' | 'linkIntents'>;
  readonly environmentId: string;
  /** A category was created. */
  readonly created: (category: IntentCategory) => Promise<void>;
  /** These intents were linked to it. */
  readonly linked: (categoryId: string, intentIds: readonly string[]) => Promise<void>;
  /** What is being done. */
  readonly report: (name: string) => void;
  readonly signal: AbortSignal;
}

/** What was done of a plan, and what is left. */
export interface ImportOutcome {
  readonly created: readonly IntentCategory[];
  /** How many intents. */
  readonly linked: number;
  /** The intents that the service refused one by one. */
  readonly unknownIds: readonly string[];
  /** The names of categories to which the service links none of the intents. */
  readonly unlinkedCategories: readonly string[];
  /** To go on with; whose creation is unclear isn't among them. */
  readonly remaining: readonly ImportStep[];
  /** Why there is something left. `unclear`: the name of a category of which no one can tell whether it is created. */
  readonly stopped?: { readonly error: unknown; readonly unclear?: string };
}

/** Carries out a plan, one step after the other, until one fails. */
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
      // That one is there.
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
