import type * as vscode from 'vscode';
import type { IntentCategory } from '../api/insights.ts';
import type { ServiceEnvironment } from '../domain/environment.ts';
import { omitUndefined } from '../fields.ts';

/** An intent category in the user's list. The service can't list categories. */
export interface StoredCategory extends Pick<IntentCategory, 'id' | 'name'> {
  /** Any color that the service returned. Absent if it's unknown. */
  readonly color?: string;
  /** In ISO 8601. Absent for categories that were added by ID. */
  readonly createdAt?: string;
  /** The intents that were linked in this editor. */
  readonly intentIds: readonly string[];
  /** The number of further linked intents, whose IDs aren't saved because the limit was reached. */
  readonly unkept: number;
}

/** Limits for each environment. They keep the global state of the extension small. */
export const storeLimits = { categories: 500, characters: 200_000 } as const;

/**
 * The intent categories that were created or added in this editor. They are saved for each environment of each service.
 */
export class CategoryStore {
  readonly #state: vscode.Memento;
  readonly #onChange: (environment: ServiceEnvironment) => void;

  constructor(state: vscode.Memento, onChange: (environment: ServiceEnvironment) => void = () => {}) {
    this.#state = state;
    this.#onChange = onChange;
  }

  /** Returns the categories, oldest first. */
  list(environment: ServiceEnvironment): readonly StoredCategory[] {
    return this.#state.get<readonly StoredCategory[]>(storeKey(environment), []);
  }

  /**
   * Adds a category, or replaces the one with the same ID, but keeps its intents. If there are too many, removes the
   * oldest one.
   */
  async put(
    environment: ServiceEnvironment,
    { id, name, color, createdAt }: Pick<IntentCategory, 'id' | 'name'> & Partial<IntentCategory>,
  ): Promise<void> {
    const all = this.list(environment);
    const old = all.find((category) => category.id === id);
    const category: StoredCategory = {
      intentIds: [],
      unkept: 0,
      ...old,
      id,
      name,
      ...omitUndefined({ color, createdAt }),
    };
    const next = old ? all.map((other) => (other === old ? category : other)) : [...all, category];
    await this.#write(environment, next.slice(-storeLimits.categories));
  }

  /** Adds intents to a category. Does nothing if the category isn't in the list. */
  async link(environment: ServiceEnvironment, categoryId: string, linked: readonly string[]): Promise<void> {
    const all = this.list(environment);
    const used = all.flatMap(({ intentIds }) => intentIds).reduce((sum, { length }) => sum + length, 0);
    const next = all.map((category) =>
      category.id === categoryId ? addIntentIds(category, linked, storeLimits.characters - used) : category,
    );
    await this.#write(environment, next);
  }

  async remove(environment: ServiceEnvironment, categoryId: string): Promise<void> {
    await this.#write(
      environment,
      this.list(environment).filter(({ id }) => id !== categoryId),
    );
  }

  /** Adds a removed category again. */
  async restore(environment: ServiceEnvironment, category: StoredCategory): Promise<void> {
    const rest = this.list(environment).filter(({ id }) => id !== category.id);
    await this.#write(environment, [...rest, category]);
  }

  /** Removes the categories of a deleted environment. */
  async removeAll(environment: ServiceEnvironment): Promise<void> {
    await this.#write(environment, []);
  }

  async #write(environment: ServiceEnvironment, categories: readonly StoredCategory[]): Promise<void> {
    await this.#state.update(storeKey(environment), categories.length > 0 ? categories : undefined);
    this.#onChange(environment);
  }
}

/** Returns the number of intents that were linked in this editor. */
export function countLinkedIntents({ intentIds, unkept }: StoredCategory): number {
  return intentIds.length + unkept;
}

/**
 * Adds intents to a category. `maxCharacters`: the maximum total length of the added IDs. Further intents are only
 * counted.
 */
function addIntentIds(
  category: StoredCategory,
  linked: readonly string[],
  maxCharacters: number,
): StoredCategory {
  const intentIds = new Set(category.intentIds);
  let { unkept } = category;
  let remainingCharacters = maxCharacters;
  for (const id of linked) {
    if (intentIds.has(id)) continue;
    remainingCharacters -= id.length;
    if (remainingCharacters >= 0) intentIds.add(id);
    else unkept += 1;
  }
  return { ...category, intentIds: [...intentIds], unkept };
}

function storeKey({ baseUrl, environmentId }: ServiceEnvironment): string {
  return `intentCategories ${baseUrl} ${environmentId}`;
}
