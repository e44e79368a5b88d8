import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { getBooleanArgument, getStringArgument } from '../../editor/arguments.ts';
import { askInput } from '../../editor/askInput.ts';
import { confirm } from '../../editor/confirm.ts';
import { showInformation } from '../../editor/message.ts';
import { offerUndo } from '../../editor/offerUndo.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { readGitFacts } from '../../folder/gitExtension.ts';
import { toWebRemote } from '../../folder/remote.ts';
import { addUrlScheme, normalizeRepository } from '../create/draft.ts';
import { describeRepositoryCleanup } from '../create/folderFacts.ts';
import { isSameRepository } from '../filterProjects.ts';
import { findLinkedFolders } from '../link/folderLinks.ts';
import { createBranchLines } from './projectEnvironments.ts';
import type { ProjectManager } from './projectManager.ts';

/**
 * *Connect Repository...*, for `{projectId, sourceRepository, confirmed}`. Returns the response of the service, or
 * `undefined` if the project was deleted.
 */
export function connectRepositoryCommand(manager: ProjectManager) {
  return async (argument: unknown): Promise<Project | undefined> => {
    const managedProject = await manager.load(argument, vscode.l10n.t('Connect Repository'));
    if (!managedProject) return undefined;
    const { project } = managedProject;
    const isConfirmed = getBooleanArgument(argument, 'confirmed') === true;

    const connect = async (text: string, signal: AbortSignal): Promise<Project | undefined> => {
      const sourceRepository = normalizeRepository(text);
      if (!isConfirmed) await confirmConnect(project, sourceRepository);
      const connected = await manager.change(managedProject, { sourceRepository }, signal);
      if (connected) offerUndoChange(project, formatConnectedText(project, sourceRepository));
      return connected;
    };

    const argumentUrl = getStringArgument(argument, 'sourceRepository');
    if (argumentUrl !== undefined && argumentUrl.trim() !== '')
      return withChangeProgress(project, (signal) => connect(argumentUrl, signal));
    const title = vscode.l10n.t('Connect {0} to a Repository', toPlainText(project.name));
    const suggestedUrls = await suggestUrls(project);
    return askInput<Project | undefined>({
      title,
      prompt: vscode.l10n.t('Enter the URL of the Git repository to build from'),
      placeholder: 'https://github.com/owner/repository',
      value:
        suggestedUrls.length > 1 ? await pickRepositoryUrl(title, suggestedUrls) : (suggestedUrls[0] ?? ''),
      validate: (typed) => checkRepository(typed, project),
      accept: connect,
      explainError: (error) => manager.describeRejection(error),
    });
  };
}

/**
 * *Disconnect Repository...*, for `{projectId, confirmed}`. Returns the response of the service, or `undefined` if the
 * project was deleted or has no repository.
 */
export function disconnectRepositoryCommand(manager: ProjectManager) {
  return async (argument: unknown): Promise<Project | undefined> => {
    const managedProject = await manager.load(argument, vscode.l10n.t('Disconnect Repository'));
    if (!managedProject) return undefined;
    const { project } = managedProject;
    const [name, repository] = [toPlainText(project.name), toPlainText(project.sourceRepository ?? '')];
    if (repository === '') {
      void showInformation(vscode.l10n.t('The project "{0}" has no repository to disconnect.', name));
      return undefined;
    }
    if (getBooleanArgument(argument, 'confirmed') !== true) {
      await confirm(
        vscode.l10n.t('Disconnect "{0}" from {1}?', name, repository),
        vscode.l10n.t(
          "The service stops building and deploying the project's environments from Git. New commits aren't deployed, and the Deploy command has nothing to build. Running servers keep running, and their variables and logs are kept.",
        ),
        vscode.l10n.t('Disconnect'),
      );
    }
    const disconnected = await withChangeProgress(project, (signal) =>
      manager.change(managedProject, { sourceRepository: null }, signal),
    );
    if (disconnected)
      offerUndoChange(
        project,
        vscode.l10n.t('The project "{0}" was disconnected from {1}.', name, repository),
      );
    return disconnected;
  };
}

function withChangeProgress<T>({ name }: Project, change: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withCancellableProgress(vscode.l10n.t('Changing "{0}"...', toPlainText(name)), change);
}

/** Shows a message with *Undo*, which restores the previous repository. */
function offerUndoChange({ id: projectId, sourceRepository }: Project, message: string): void {
  const confirmed = true;
  void offerUndo(message, () =>
    sourceRepository
      ? vscode.commands.executeCommand('hostedMcp.connectRepository', {
          projectId,
          sourceRepository,
          confirmed,
        })
      : vscode.commands.executeCommand('hostedMcp.disconnectRepository', { projectId, confirmed }),
  );
}

function formatConnectedText({ name }: Project, url: string): string {
  return vscode.l10n.t('The project "{0}" was connected to {1}.', toPlainText(name), toPlainText(url));
}

/**
 * Returns the remotes of the open folders as web URLs without credentials, those of linked folders first. Omits the
 * current repository of the project.
 */
async function suggestUrls(project: Project): Promise<readonly string[]> {
  const linkedFolders = (await findLinkedFolders([project])).map(({ folder }) => folder);
  const openFolders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const { signal } = new AbortController();
  const gitFacts = await Promise.all(
    [...linkedFolders, ...openFolders].map((folder) => readGitFacts(folder, signal)),
  );
  const urls = gitFacts
    .flatMap((git) => git?.remotes ?? [])
    .flatMap((remote) => toWebRemote(remote)?.url ?? []);
  const { sourceRepository = '' } = project;
  return [...new Set(urls)].filter((url) => !isSameRepository(url, sourceRepository));
}

/** Returns the selected URL, or `''` if the user wants to enter another one. */
async function pickRepositoryUrl(title: string, urls: readonly string[]): Promise<string> {
  const items = [
    ...urls.map((url) => ({ label: toPlainText(url), description: vscode.l10n.t('Git remote'), url })),
    { label: vscode.l10n.t('Another URL...'), description: '', url: '', alwaysShow: true },
  ];
  return (await pickOne(items, { title, placeHolder: vscode.l10n.t('Select the Git repository') })).url;
}

function checkRepository(text: string, { sourceRepository = '' }: Project) {
  if (text.trim() === '') return vscode.l10n.t('Enter the URL of a Git repository.');
  const urlText = addUrlScheme(text);
  if (normalizeRepository(text) === sourceRepository) {
    return vscode.l10n.t('The project is already connected to this repository.');
  }
  const { Info, Warning } = vscode.InputBoxValidationSeverity;
  const reason = describeRepositoryCleanup(urlText);
  if (reason !== undefined) return { message: reason, severity: Info };
  // Services also accept `owner/name`.
  if (toWebRemote(urlText) || /^[\w.-]+\/[\w.-]+$/.test(text.trim())) return undefined;
  return {
    message: vscode.l10n.t("The value isn't a valid URL, so the service might not find the repository."),
    severity: Warning,
  };
}

async function confirmConnect(project: Project, url: string): Promise<void> {
  const { sourceRepository = '', rootDirectory = '' } = project;
  const none = vscode.l10n.t('none');
  const lines = [
    vscode.l10n.t('Current repository: {0}', toPlainText(sourceRepository) || none),
    vscode.l10n.t('New repository: {0}', toPlainText(url)),
    ...(rootDirectory === '' ? [] : [vscode.l10n.t('Root directory: {0}', toPlainText(rootDirectory))]),
    '',
    ...createBranchLines(project),
  ];
  await confirm(
    vscode.l10n.t('Connect "{0}" to {1}?', toPlainText(project.name), toPlainText(url)),
    lines.join('\n'),
    vscode.l10n.t('Connect'),
  );
}
