import { omitUndefined } from '../fields.ts';
import type { StoredCategory } from './categoryStore.ts';
import type { NewCategory } from './createCategoryOnce.ts';

/** A request, or a series of requests, of an import. */
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
  /** The names of categories that already have all intents. */
  readonly unchangedNames: readonly string[];
  /** The names of categories with another color, which isn't changed. */
  readonly differentColorNames: readonly string[];
}

/** Plans an import, based on the list of the user. Categories with the same name are the same. */
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
