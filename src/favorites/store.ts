import type * as vscode from 'vscode';
import type { RememberedItem } from '../domain/environment.ts';

export interface Favorite extends RememberedItem {
  readonly kind: 'environment' | 'project';
}

/** Favorites, for each service apart. They survive a restart. */
export class FavoriteStore {
  readonly #state: vscode.Memento;
  readonly #baseUrl: () => string | undefined;

  constructor(state: vscode.Memento, baseUrl: () => string | undefined) {
    this.#state = state;
    this.#baseUrl = baseUrl;
  }

  /** The oldest first. */
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

  /** `baseUrl`: of a service that need not be the one that is chosen now. */
  async remove(kind: string, id: string, baseUrl = this.#baseUrl()): Promise<void> {
    const rest = this.list(baseUrl).filter((one) => one.kind !== kind || one.id !== id);
    await this.#state.update(favoritesKey(baseUrl), rest.length > 0 ? rest : undefined);
  }
}

function favoritesKey(baseUrl: string | undefined): string {
  return `favorites ${baseUrl ?? ''}`;
}
