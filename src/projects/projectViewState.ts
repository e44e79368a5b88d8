import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import type { ProjectScope } from './filterProjects.ts';

/** Stores the filter and the scope of this window for each service across restarts. */
export class ProjectViewState {
  readonly #state: vscode.Memento;
  readonly #getBaseUrl: () => string | undefined;
  /** The filter while the user types. */
  #previewedFilter: string | undefined;

  constructor(state: vscode.Memento, getBaseUrl: () => string | undefined) {
    this.#state = state;
    this.#getBaseUrl = getBaseUrl;
  }

  get filter(): string {
    return this.#previewedFilter ?? this.#state.get<string>(this.#getStateKey('filter'), '');
  }

  get scope(): ProjectScope {
    return this.#state.get<ProjectScope>(this.#getStateKey('scope'), { kind: 'all' });
  }

  /** Applies a filter without storing it. `undefined` restores the stored one. */
  previewFilter(filter: string | undefined): void {
    this.#previewedFilter = filter;
  }

  async saveFilter(filter: string): Promise<void> {
    this.#previewedFilter = undefined;
    await this.#state.update(this.#getStateKey('filter'), filter.trim() === '' ? undefined : filter.trim());
  }

  async setScope(scope: ProjectScope): Promise<void> {
    await this.#state.update(this.#getStateKey('scope'), scope.kind === 'all' ? undefined : scope);
  }

  #getStateKey(name: string): string {
    return `projects ${name} ${this.#getBaseUrl() ?? ''}`;
  }
}

/** Returns the text above the rows: the scope, the filter, and the number of matching projects. */
export function activeFilterText(scope: ProjectScope, filter: string, countText: string): string {
  const filterText = filter.trim() === '' ? '' : vscode.l10n.t('Filter "{0}"', toPlainText(filter));
  return [projectScopeText(scope), filterText, countText].filter((part) => part !== '').join(' · ');
}

/**
 * Returns a text such as `3 of 5 projects`. `totalCount`: number of projects in the scope. `matchCount`: number of
 * those that match the filter.
 */
export function matchCountText(matchCount: number, totalCount: number): string {
  if (matchCount < totalCount)
    return totalCount === 1
      ? vscode.l10n.t('{0} of 1 project', matchCount)
      : vscode.l10n.t('{0} of {1} projects', matchCount, totalCount);
  return totalCount === 1 ? vscode.l10n.t('1 project') : vscode.l10n.t('{0} projects', totalCount);
}

function projectScopeText(scope: ProjectScope): string {
  if (scope.kind === 'folder') return vscode.l10n.t('Linked project');
  if (scope.kind === 'team') return vscode.l10n.t('Team {0}', toPlainText(scope.name));
  return scope.kind === 'project' ? toPlainText(scope.name) : '';
}
