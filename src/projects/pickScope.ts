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
export async function pickScope(options: PickScopeOptions): Promise<ProjectScope> {
  const picked = await pickMenu(createScopeItems(options), {
    title: vscode.l10n.t('Set Scope'),
    placeHolder: vscode.l10n.t('Select the projects to show in this window'),
    matchOnDescription: true,
  });
  if (!picked?.scope) throw new vscode.CancellationError();
  return picked.scope;
}

async function createScopeItems({
  client,
  current,
  projects,
  folders: pendingFolders,
}: PickScopeOptions): Promise<readonly ScopeItem[]> {
  const [teams, folders] = await Promise.all([listTeamsIfAny(client), pendingFolders]);
  const createItem = (label: string, scope: ProjectScope, description = ''): ScopeItem => ({
    label: toPlainText(label),
    description: [description, isSameScope(scope, current) ? vscode.l10n.t('currently shown') : '']
      .filter(Boolean)
      .join(' · '),
    scope,
  });
  const createHeading = (label: string): ScopeItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    createItem(vscode.l10n.t('All Projects'), { kind: 'all' }, formatProjectCount(projects)),
    createItem(
      vscode.l10n.t('Linked Project'),
      { kind: 'folder' },
      describeLinkedProjects(projects, folders),
    ),
    ...(teams.length > 0 ? [createHeading(vscode.l10n.t('Teams'))] : []),
    ...teams.map(({ id, name }) =>
      createItem(
        name,
        { kind: 'team', id, name },
        formatProjectCount(projects.filter(({ teamId }) => teamId === id)),
      ),
    ),
    createHeading(vscode.l10n.t('Projects')),
    ...projects.map(({ id, name, sourceRepository = '' }) =>
      createItem(name, { kind: 'project', id, name }, toPlainText(sourceRepository)),
    ),
  ];
}

function formatProjectCount({ length }: readonly Project[]): string {
  return matchCountText(length, length);
}

function describeLinkedProjects(
  projects: readonly Project[],
  folders: readonly FolderLink[] | undefined,
): string {
  if (folders === undefined) return vscode.l10n.t('no folder is open');
  const linkedProjects = findProjectsOfFolders(projects, folders);
  if (linkedProjects.length === 0) {
    if (folders.some(({ projectId }) => projectId !== undefined)) {
      return vscode.l10n.t("the linked project wasn't found");
    }
    const isOnlyFolder = folders.length === 1;
    if (folders.every(({ remotes }) => remotes.length === 0)) {
      return isOnlyFolder
        ? vscode.l10n.t('this folder has no Git remote')
        : vscode.l10n.t('no open folder has a Git remote');
    }
    return isOnlyFolder
      ? vscode.l10n.t("no project uses this folder's repository")
      : vscode.l10n.t('no project uses the repository of an open folder');
  }
  return linkedProjects.map(({ name }) => toPlainText(name)).join(', ');
}

function isSameScope(one: ProjectScope, other: ProjectScope): boolean {
  return one.kind === other.kind && ('id' in one ? one.id : '') === ('id' in other ? other.id : '');
}
