import type * as vscode from 'vscode';
import type { IntentCategory } from '../api/insights.ts';
import type { ServiceEnvironment } from '../domain/environment.ts';
import { omitUndefined } from '../fields.ts';

/** An intent category as it is remembered here: no service lists them. */
export interface StoredCategory extends Pick<IntentCategory, 'id' | 'name'> {
  /** Absent: not known. Whatever the service says; not only the eight. */
  readonly color?: string;
  /** ISO 8601. Absent for one that was added by its ID. */
  readonly createdAt?: string;
  /** The intents that were linked from here. */
  readonly intentIds: readonly string[];
  /** How many more were, whose IDs aren't kept. */
  readonly unkept: number;
}

/** What is kept of one environment, so that the editor's own store stays small. */
export const storeLimits = { categories: 500, characters: 200_000 } as const;

/** The intent categories that were created or added here, for each environment of each service. They survive a restart. */
export class CategoryStore {
  readonly #state: vscode.Memento;
  readonly #changed: (place: ServiceEnvironment) => void;

  constructor(state: vscode.Memento, changed: (place: ServiceEnvironment) => void = () => {}) {
    this.#state = state;
    this.#changed = changed;
  }

  /** The oldest first. */
  list(place: ServiceEnvironment): readonly StoredCategory[] {
    return this.#state.get<readonly StoredCategory[]>(storeKey(place), []);
  }

  /** Takes the place of what has the same ID, whose intents stay. Of too many the oldest makes way. */
  async put(
    place: ServiceEnvironment,
    { id, name, color, createdAt }: Pick<IntentCategory, 'id' | 'name'> & Partial<IntentCategory>,
  ): Promise<void> {
    const all = this.list(place);
    const old = all.find((one) => one.id === id);
    const one: StoredCategory = {
      intentIds: [],
      unkept: 0,
      ...old,
      id,
      name,
      ...omitUndefined({ color, createdAt }),
    };
    const next = old ? all.map((other) => (other === old ? one : other)) : [...all, one];
    await this.#write(place, next.slice(-storeLimits.categories));
  }

  /** These intents are linked to a category; nothing happens where that isn't known here. */
  async link(place: ServiceEnvironment, categoryId: string, linked: readonly string[]): Promise<void> {
    const all = this.list(place);
    const used = all.flatMap(({ intentIds }) => intentIds).reduce((sum, { length }) => sum + length, 0);
    const next = all.map((one) =>
      one.id === categoryId ? addIntentIds(one, linked, storeLimits.characters - used) : one,
    );
    await this.#write(place, next);
  }

  async remove(place: ServiceEnvironment, categoryId: string): Promise<void> {
    await this.#write(
      place,
      this.list(place).filter(({ id }) => id !== categoryId),
    );
  }

  /** Takes back that it was forgotten. */
  async restore(place: ServiceEnvironment, category: StoredCategory): Promise<void> {
    const rest = this.list(place).filter(({ id }) => id !== category.id);
    await this.#write(place, [...rest, category]);
  }

  /** Of an environment that is there no more. */
  async removeAll(place: ServiceEnvironment): Promise<void> {
    await this.#write(place, []);
  }

  async #write(place: ServiceEnvironment, categories: readonly StoredCategory[]): Promise<void> {
    await this.#state.update(storeKey(place), categories.length > 0 ? categories : undefined);
    this.#changed(place);
  }
}

/** How many intents were linked from here. */
export function countLinkedIntents({ intentIds, unkept }: StoredCategory): number {
  return intentIds.length + unkept;
}

/** `room`: for so many characters of IDs. */
function addIntentIds(category: StoredCategory, linked: readonly string[], room: number): StoredCategory {
  const known = new Set(category.intentIds);
  let { unkept } = category;
  let left = room;
  for (const id of linked) {
    if (known.has(id)) continue;
    left -= id.length;
    if (left >= 0) known.add(id);
    else unkept += 1;
  }
  return { ...category, intentIds: [...known], unkept };
}

function storeKey({ baseUrl, environmentId }: ServiceEnvironment): string {
  return `intentCategories ${baseUrl} ${environmentId}`;
}
