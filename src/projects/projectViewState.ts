import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import type { ProjectScope } from './filterProjects.ts';

/** Stores the filter and the scope of this window for each service across restarts. */
export class ProjectViewState {
  readonly #state: vscode.Memento;
  readonly #baseUrl: () => string | undefined;
  /** The filter while the user types. */
  #typed: string | undefined;

  constructor(state: vscode.Memento, getBaseUrl: () => string | undefined) {
    this.#state = state;
    this.#baseUrl = getBaseUrl;
  }

  get filter(): string {
    return this.#typed ?? this.#state.get<string>(this.#key('filter'), '');
  }

  get scope(): ProjectScope {
    return this.#state.get<ProjectScope>(this.#key('scope'), { kind: 'all' });
  }

  /** Applies a filter without storing it. `undefined` restores the stored one. */
  previewFilter(filter: string | undefined): void {
    this.#typed = filter;
  }

  async saveFilter(filter: string): Promise<void> {
    this.#typed = undefined;
    await this.#state.update(this.#key('filter'), filter.trim() === '' ? undefined : filter.trim());
  }

  async setScope(scope: ProjectScope): Promise<void> {
    await this.#state.update(this.#key('scope'), scope.kind === 'all' ? undefined : scope);
  }

  #key(name: string): string {
    return `projects ${name} ${this.#baseUrl() ?? ''}`;
  }
}

/** Returns the description of the scope and the filter. */
export function activeFilterText(scope: ProjectScope, filter: string, countText: string): string {
  const filterText = filter.trim() === '' ? '' : vscode.l10n.t('filter "{0}"', toPlainText(filter));
  return [projectScopeText(scope), filterText, countText].filter((part) => part !== '').join(' · ');
}

/** `all`: number of projects in the scope. `shown`: number of those that match the filter. */
export function matchCountText(matchCount: number, totalCount: number): string {
  if (matchCount < totalCount)
    return totalCount === 1
      ? vscode.l10n.t('{0} of 1 project', matchCount)
      : vscode.l10n.t('{0} of {1} projects', matchCount, totalCount);
  return totalCount === 1 ? vscode.l10n.t('1 project') : vscode.l10n.t('{0} projects', totalCount);
}

function projectScopeText(scope: ProjectScope): string {
  if (scope.kind === 'folder') return vscode.l10n.t('linked project');
  if (scope.kind === 'team') return vscode.l10n.t('team {0}', toPlainText(scope.name));
  return scope.kind === 'project' ? toPlainText(scope.name) : '';
}
