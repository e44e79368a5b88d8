import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import type { ProjectScope } from './filterProjects.ts';

/** Stores the filter and the scope of this window for each service across restarts. */
export class ProjectsView {
  readonly #state: vscode.Memento;
  readonly #baseUrl: () => string | undefined;
  /** The filter while the user types. */
  #typed: string | undefined;

  constructor(state: vscode.Memento, baseUrl: () => string | undefined) {
    this.#state = state;
    this.#baseUrl = baseUrl;
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

  #key(what: string): string {
    return `projects ${what} ${this.#baseUrl() ?? ''}`;
  }
}

/** Returns the description of the scope and the filter. */
export function activeFilterText(scope: ProjectScope, filter: string, counts: string): string {
  const filterText = filter.trim() === '' ? '' : vscode.l10n.t('filter "{0}"', toPlainText(filter));
  return [projectScopeText(scope), filterText, counts].filter((part) => part !== '').join(' · ');
}

/** `all`: number of projects in the scope. `shown`: number of those that match the filter. */
export function matchCountText(shown: number, all: number): string {
  if (shown < all)
    return all === 1
      ? vscode.l10n.t('{0} of 1 project', shown)
      : vscode.l10n.t('{0} of {1} projects', shown, all);
  return all === 1 ? vscode.l10n.t('1 project') : vscode.l10n.t('{0} projects', all);
}

function projectScopeText(scope: ProjectScope): string {
  if (scope.kind === 'folder') return vscode.l10n.t('linked project');
  if (scope.kind === 'team') return vscode.l10n.t('team {0}', toPlainText(scope.name));
  return scope.kind === 'project' ? toPlainText(scope.name) : '';
}
