import type { Insights, IntentCategory } from '../api/insights.ts';
import { omitUndefined } from '../fields.ts';
import { type CreateCategoryOutcome, createCategoryOnce } from './createCategoryOnce.ts';
import { type LinkOutcome, linkInBatches } from './linkInBatches.ts';
import type { ImportStep } from './planImport.ts';

interface ImportOptions {
  readonly insights: Pick<Insights, 'createIntentCategory' | 'linkIntents'>;
  readonly environmentId: string;
  /** Called after a category was created. */
  readonly onDidCreate: (category: IntentCategory) => Promise<void>;
  /** Called after intents were linked. */
  readonly onDidLink: (categoryId: string, intentIds: readonly string[]) => Promise<void>;
  /** Called with the name of each category before it's imported. */
  readonly report: (name: string) => void;
  readonly signal: AbortSignal;
}

/** The outcome of a plan, with the remaining steps. */
export interface ImportOutcome {
  readonly created: readonly IntentCategory[];
  /** Number of linked intents. */
  readonly linkedCount: number;
  /** IDs that the service rejected individually. */
  readonly unknownIds: readonly string[];
  /** The names of categories that might have been deleted, because the service rejected all intents. */
  readonly unlinkedCategories: readonly string[];
  /** The steps to continue with. Excludes the creation whose result is unknown. */
  readonly remainingSteps: readonly ImportStep[];
  /** The error that stopped the import. `uncertainName`: the name of a category that might have been created. */
  readonly failure?: { readonly error: unknown; readonly uncertainName?: string };
}

/** Runs the steps of a plan in sequence until one fails. */
export async function runImportPlan(
  steps: readonly ImportStep[],
  options: ImportOptions,
): Promise<ImportOutcome> {
  const created: IntentCategory[] = [];
  const unknownIds: string[] = [];
  const unlinkedCategories: string[] = [];
  let linkedCount = 0;
  let failure: ImportOutcome['failure'];
  const remainingSteps = [...steps];
  while (!failure) {
    const step = remainingSteps.shift();
    if (!step) break;
    options.report(step.name);
    if (step.kind === 'create') {
      const outcome = await runCreateStep(step, options);
      if (outcome.kind !== 'done') {
        const isUncertain = outcome.kind === 'unknown';
        if (!isUncertain) remainingSteps.unshift(step);
        failure = { error: outcome.error, ...(isUncertain && { uncertainName: step.name }) };
        continue;
      }
      created.push(outcome.category);
      linkedCount += outcome.linkedIds.length;
      if (outcome.remainingIds.length > 0) {
        const { id: categoryId, name } = outcome.category;
        remainingSteps.unshift({ kind: 'link', categoryId, name, intentIds: outcome.remainingIds });
      }
      continue;
    }
    // A category that this import created exists.
    const isCategoryConfirmed = created.some(({ id }) => id === step.categoryId);
    const outcome = await runLinkStep(step, isCategoryConfirmed, options);
    linkedCount += outcome.linkedIds.length;
    unknownIds.push(...outcome.unknownIds);
    if (outcome.endReason === 'allRejected') unlinkedCategories.push(step.name);
    if (typeof outcome.endReason === 'object') {
      failure = outcome.endReason;
      remainingSteps.unshift({ ...step, intentIds: outcome.remainingIds });
    }
  }
  return {
    created,
    linkedCount,
    unknownIds,
    unlinkedCategories,
    remainingSteps,
    ...omitUndefined({ failure }),
  };
}

async function runCreateStep(
  { kind: _, ...category }: Extract<ImportStep, { readonly kind: 'create' }>,
  { insights, environmentId, onDidCreate, onDidLink, signal }: ImportOptions,
): Promise<CreateCategoryOutcome> {
  const outcome = await createCategoryOnce(insights, environmentId, category, signal);
  if (outcome.kind === 'done') {
    await onDidCreate(outcome.category);
    await onDidLink(outcome.category.id, outcome.linkedIds);
  }
  return outcome;
}

async function runLinkStep(
  { categoryId, intentIds }: Extract<ImportStep, { readonly kind: 'link' }>,
  isCategoryConfirmed: boolean,
  { insights, environmentId, onDidLink, signal }: ImportOptions,
): Promise<LinkOutcome> {
  const outcome = await linkInBatches(intentIds, {
    send: (ids) => insights.linkIntents(environmentId, categoryId, ids, { signal }),
    isCategoryConfirmed,
  });
  await onDidLink(categoryId, outcome.linkedIds);
  return outcome;
}
