import { omitUndefined } from '../fields.ts';
import type { StoredCategory } from './categoryStore.ts';
import type { NewCategory } from './createCategoryOnce.ts';

/** One thing to do, so that an environment has what a file says. */
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
  /** The names of categories that have all that the file says. */
  readonly unchanged: readonly string[];
  /** The names of those that are known with another colour, which stays. */
  readonly differentColors: readonly string[];
}

/** What a file asks for, measured from what is known here of the environment: categories are compared by their names. */
export function planImport(wanted: readonly NewCategory[], known: readonly StoredCategory[]): ImportPlan {
  const steps: ImportStep[] = [];
  const unchanged: string[] = [];
  const differentColors: string[] = [];
  for (const { name, color, intentIds } of wanted) {
    const there = known.find((one) => one.name.trim() === name);
    if (!there) {
      steps.push({ kind: 'create', name, ...omitUndefined({ color }), intentIds });
      continue;
    }
    const linked = new Set(there.intentIds);
    const missing = intentIds.filter((id) => !linked.has(id));
    if (missing.length > 0) steps.push({ kind: 'link', categoryId: there.id, name, intentIds: missing });
    else unchanged.push(name);
    if (color !== undefined && there.color !== undefined && there.color !== color) differentColors.push(name);
  }
  return { steps, unchanged, differentColors };
}
