import type * as vscode from 'vscode';
import type { RememberedItem } from '../domain/environment.ts';

export interface Favorite extends RememberedItem {
  readonly kind: 'environment' | 'project';
}

/** Stores the favorites of each service across restarts. */
export class FavoriteStore {
  readonly #state: vscode.Memento;
  readonly #baseUrl: () => string | undefined;

  constructor(state: vscode.Memento, baseUrl: () => string | undefined) {
    this.#state = state;
    this.#baseUrl = baseUrl;
  }

  /** Returns the favorites, oldest first. */
  list(baseUrl = this.#baseUrl()): readonly Favorite[] {
    return this.#state.get<readonly Favorite[]>(favoritesKey(baseUrl), []);
  }

  has(kind: string, id: string): boolean {
    return this.list().some((one) => one.kind === kind && one.id === id);
  }

  async add(favorite: Favorite): Promise<void> {
    if (this.has(favorite.kind, favorite.id)) return;
    await this.#state.update(favoritesKey(this.#baseUrl()), [...this.list(), favorite]);
  }

  /** Removes a favorite. `baseUrl`: the service of the favorite; by default, the current one. */
  async remove(kind: string, id: string, baseUrl = this.#baseUrl()): Promise<void> {
    const rest = this.list(baseUrl).filter((one) => one.kind !== kind || one.id !== id);
    await this.#state.update(favoritesKey(baseUrl), rest.length > 0 ? rest : undefined);
  }
}

function favoritesKey(baseUrl: string | undefined): string {
  return `favorites ${baseUrl ?? ''}`;
}
