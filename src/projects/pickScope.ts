import * as vscode from 'vscode';
import type { Client } from '../api/client.ts';
import type { Project } from '../api/projects.ts';
import { toPlainText } from '../domain/plainText.ts';
import { pickMenu } from '../editor/pickBox.ts';
import { type FolderLink, findProjectsOfFolders, type ProjectScope } from './filterProjects.ts';
import { matchCountText } from './projectViewState.ts';
import { listTeamsIfAny } from './teams.ts';

type ScopeItem = vscode.QuickPickItem & { readonly scope?: ProjectScope };

interface PickScopeOptions {
  readonly client: Client;
  readonly current: ProjectScope;
  readonly projects: readonly Project[];
  /** The links of the open folders, or `undefined` if none is open. */
  readonly folders: Promise<readonly FolderLink[] | undefined>;
}

/** Prompts for the scope of the window. Rejects with a `CancellationError` if the user cancels. */
export async function pickScope(choice: PickScopeOptions): Promise<ProjectScope> {
  const picked = await pickMenu(createScopeItems(choice), {
    title: vscode.l10n.t('Select Projects to Show'),
    placeHolder: vscode.l10n.t('Select the projects to show in this window'),
    matchOnDescription: true,
  });
  if (!picked?.scope) throw new vscode.CancellationError();
  return picked.scope;
}

async function createScopeItems({
  client,
  current,
  projects: listed,
  folders: asked,
}: PickScopeOptions): Promise<readonly ScopeItem[]> {
  const [teams, folders] = await Promise.all([listTeamsIfAny(client), asked]);
  const item = (label: string, scope: ProjectScope, description = ''): ScopeItem => ({
    label: toPlainText(label),
    description: [description, isSameScope(scope, current) ? vscode.l10n.t('currently shown') : '']
      .filter(Boolean)
      .join(' · '),
    scope,
  });
  const heading = (label: string): ScopeItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    item(vscode.l10n.t('All Projects'), { kind: 'all' }, projectCountText(listed)),
    item(vscode.l10n.t('Linked Project'), { kind: 'folder' }, linkedProjectText(listed, folders)),
    ...(teams.length > 0 ? [heading(vscode.l10n.t('teams'))] : []),
    ...teams.map(({ id, name }) =>
      item(name, { kind: 'team', id, name }, projectCountText(listed.filter(({ teamId }) => teamId === id))),
    ),
    heading(vscode.l10n.t('projects')),
    ...listed.map(({ id, name, sourceRepository = '' }) =>
      item(name, { kind: 'project', id, name }, toPlainText(sourceRepository)),
    ),
  ];
}

function projectCountText({ length }: readonly Project[]): string {
  return matchCountText(length, length);
}

function linkedProjectText(projects: readonly Project[], folders: readonly FolderLink[] | undefined): string {
  if (folders === undefined) return vscode.l10n.t('no folder is open');
  const found = findProjectsOfFolders(projects, folders);
  if (found.length === 0) {
    if (folders.some(({ projectId }) => projectId !== undefined)) {
      return vscode.l10n.t("the linked project wasn't found");
    }
    const isOne = folders.length === 1;
    if (folders.every(({ remotes }) => remotes.length === 0)) {
      return isOne
        ? vscode.l10n.t('this folder has no Git remote')
        : vscode.l10n.t('no open folder has a Git remote');
    }
    return isOne
      ? vscode.l10n.t("no project uses this folder's repository")
      : vscode.l10n.t('no project uses the repository of an open folder');
  }
  return found.map(({ name }) => toPlainText(name)).join(', ');
}

function isSameScope(one: ProjectScope, other: ProjectScope): boolean {
  return one.kind === other.kind && ('id' in one ? one.id : '') === ('id' in other ? other.id : '');
}
