import { omitUndefined } from '../fields.ts';
import type { StoredCategory } from './categoryStore.ts';
import type { NewCategory } from './createCategoryOnce.ts';

/** One step of an import: the creation of a category, or the linking of intents, which can take several requests. */
export type ImportStep =
  | ({ readonly kind: 'create' } & NewCategory)
  | {
      readonly kind: 'link';
      readonly categoryId: string;
      readonly name: string;
      readonly intentIds: readonly string[];
    };

export interface ImportPlan {
  readonly steps: readonly ImportStep[];
  /** The names of categories in the user's list that already have all intents of the file. */
  readonly unchangedNames: readonly string[];
  /** The names of categories whose color in the user's list differs from the file. Their color isn't changed. */
  readonly differentColorNames: readonly string[];
}

/**
 * Plans an import, based on the user's list. A category of the file and a stored one are the same if they have the same
 * name.
 */
export function planImport(
  categories: readonly NewCategory[],
  stored: readonly StoredCategory[],
): ImportPlan {
  const steps: ImportStep[] = [];
  const unchangedNames: string[] = [];
  const differentColorNames: string[] = [];
  for (const { name, color, intentIds } of categories) {
    const existing = stored.find((one) => one.name.trim() === name);
    if (!existing) {
      steps.push({ kind: 'create', name, ...omitUndefined({ color }), intentIds });
      continue;
    }
    const linkedIds = new Set(existing.intentIds);
    const missingIds = intentIds.filter((id) => !linkedIds.has(id));
    if (missingIds.length > 0)
      steps.push({ kind: 'link', categoryId: existing.id, name, intentIds: missingIds });
    else unchangedNames.push(name);
    if (color !== undefined && existing.color !== undefined && existing.color !== color)
      differentColorNames.push(name);
  }
  return { steps, unchangedNames, differentColorNames };
}
