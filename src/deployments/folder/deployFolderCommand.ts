import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { Deployment } from '../../api/deployments.ts';
import { ApiError } from '../../api/errors.ts';
import type { Project } from '../../api/projects.ts';
import { hasDeploymentEnded, isDeploymentRunning } from '../../domain/deployment.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { getBooleanArgument } from '../../editor/arguments.ts';
import type { CommandHandler } from '../../editor/commands.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { settings } from '../../editor/settings.ts';
import { UserError } from '../../editor/userError.ts';
import { omitUndefined } from '../../fields.ts';
import type { FolderContents } from '../../folder/contents.ts';
import { detectProject, findPackages, type ProjectSuggestions } from '../../folder/detectProject.ts';
import { readFolderContents } from '../../folder/readFolderContents.ts';
import { createWorkspaceFiles } from '../../folder/workspaceFiles.ts';
import type { DeploymentWatcher } from '../deploymentWatcher.ts';
import { notifyAlreadyRunning, notifyDeploymentEnd, notifyUnsupported } from '../messages.ts';
import { supportsDeployments } from '../readDeployments.ts';
import { loadDeploymentContext } from '../startDeployment.ts';
import { type FolderAnswers, listFilesToSend, parseSettingsArgument } from './answers.ts';
import { canPack } from './canPack.node.ts';
import { chooseEnvironment } from './chooseEnvironment.ts';
import { chooseFolders, getFolderDisplayName, saveChangedFiles } from './chooseFolders.ts';
import { toDeployError } from './deployFailure.ts';
import { createFolderDeployer, type DeployDependencies } from './folderDeployer.ts';
import { askSummary, type FolderActions } from './summary.ts';
import { formatFileCount } from './texts.ts';
import { formatUploadedFolder, type UploadedDeployments } from './uploadedDeployments.ts';
import { createUploadStateFinder, type UploadState, withUploadState } from './uploadState.ts';

/**
 * *Deploy Folder*: shows a summary, packs the folder, uploads it, and deploys it. Several folders are deployed one
 * after another. Returns the deployment, or the deployments of several folders. If the user cancels, the remaining
 * folders aren't deployed.
 */
export function deployFolderCommand(
  context: DeployDependencies['context'],
  watcher: DeploymentWatcher,
  uploadedDeployments: UploadedDeployments,
): CommandHandler {
  const findUploadState = createUploadStateFinder();
  return async (argument, selection): Promise<Deployment | readonly Deployment[] | undefined> => {
    if (!canPack) {
      const text = vscode.l10n.t(
        "An editor that runs only in a browser can't pack a folder. Deploy a repository instead.",
      );
      throw new UserError(text, { isPermanent: true, isInformational: true });
    }
    const client = await context.connection.client({ isInteractive: true });
    const dependencies: DeployDependencies = { context, watcher, client };
    const folders = await chooseFolders(argument, selection, context.services);
    const deployments: Deployment[] = [];
    for (const folder of folders) {
      const preparedAnswers = await prepareFolder(folder, argument, dependencies);
      if (!preparedAnswers) continue;
      const { answers, started } = isInteractive(argument)
        ? await withUploadState((state) => deployWithSummary(preparedAnswers, state, dependencies))
        : await withUploadState(
            (state) => deployWithoutPrompts(preparedAnswers, state, dependencies),
            findUploadState(argument),
          );
      await followAndOpenLogs(answers, started.deployment, dependencies, uploadedDeployments);
      deployments.push(started.deployment);
    }
    return folders.length === 1 ? deployments[0] : deployments;
  };
}

function isInteractive(argument: unknown): boolean {
  return getBooleanArgument(argument, 'confirmed') !== true;
}

/**
 * Reads a folder and its environment. If the service doesn't support deployments, or a deployment of the environment is
 * running, notifies the user and returns `undefined`.
 */
async function prepareFolder(
  folder: vscode.Uri,
  argument: unknown,
  { context, watcher, client }: DeployDependencies,
): Promise<FolderAnswers | undefined> {
  const folderName = getFolderDisplayName(folder);
  if (folder.scheme !== 'file') {
    const text = vscode.l10n.t(
      "The folder {0} isn't on this machine, so it can't be packed.",
      toPlainText(folderName),
    );
    throw new UserError(text, { isPermanent: true });
  }
  const title = vscode.l10n.t('Deploy Folder {0}', toPlainText(folderName));
  const pickedEnvironment = await chooseEnvironment(folder, argument, title, client, context.services);
  await saveChangedFiles(folder, settings.saveBeforeRun(), isInteractive(argument));
  const loaded = await withCancellableProgress(formatReadingTitle(folderName), async (signal, report) => {
    const contents = readFolder(folder, signal, report);
    // Otherwise, a rejection would be unhandled if the other read fails first.
    contents.catch(() => undefined);
    const environment = await loadEnvironment(folder, pickedEnvironment, client, signal);
    return { ...environment, contents: await contents };
  });
  const { target, deployments, isUnsupported, ...answers } = loaded;
  if (deployments) await watcher.handleDeployments(target.environmentId, deployments);
  if (isUnsupported) return notifyUnsupported();
  const running = deployments?.find(isDeploymentRunning);
  if (running) return notifyAlreadyRunning(target, running);
  return {
    folder,
    folderName,
    target,
    selectedPaths: new Set<string>(),
    enteredSettings: parseSettingsArgument(argument),
    ...omitUndefined(answers),
  };
}

function deployWithSummary(
  initialAnswers: FolderAnswers,
  state: UploadState,
  dependencies: DeployDependencies,
) {
  const { context, client } = dependencies;
  const actions: FolderActions = {
    deploy: createFolderDeployer(state, dependencies),
    rereadContents: async (answers) => {
      try {
        const contents = await withCancellableProgress(
          formatReadingTitle(answers.folderName),
          (signal, report) => readFolder(answers.folder, signal, report),
        );
        return { ...answers, contents };
      } catch {
        // The summary shows the failure, and *Try Again* uses the old contents.
        return answers;
      }
    },
    changeEnvironment: async (answers) => {
      const title = vscode.l10n.t('Deploy Folder {0}', toPlainText(answers.folderName));
      const picked = await context.services.pickEnvironment(undefined, title);
      const { target, suggestions, project } = await withCancellableProgress(
        vscode.l10n.t('Loading the environment...'),
        (signal) => loadEnvironment(answers.folder, picked, client, signal),
      );
      const { project: _, ...others } = answers;
      return { ...others, target, suggestions, ...omitUndefined({ project }) };
    },
  };
  return askSummary(initialAnswers, actions, context.toProblem);
}

/** Deploys a folder without prompts and without sensitive files. */
async function deployWithoutPrompts(
  answers: FolderAnswers,
  state: UploadState,
  dependencies: DeployDependencies,
) {
  if (listFilesToSend(answers).length === 0) {
    throw new UserError(vscode.l10n.t('There is nothing to deploy in this folder.'));
  }
  const outcome = await createFolderDeployer(state, dependencies, false)(answers);
  if (outcome?.result === 'started') return { answers, started: outcome };
  throw outcome
    ? toDeployError(outcome, answers.target, dependencies.context.toProblem)
    : new vscode.CancellationError();
}

function formatReadingTitle(folderName: string): string {
  return vscode.l10n.t('Reading {0}...', toPlainText(folderName));
}

function readFolder(
  folder: vscode.Uri,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<FolderContents> {
  const onProgress = (files: number): void => report(formatFileCount(files));
  return readFolderContents(folder, { signal, isTrusted: vscode.workspace.isTrusted, onProgress });
}

/** Reads the environment, its project, and the settings that the folder suggests for the project. */
async function loadEnvironment(
  folder: vscode.Uri,
  pickedEnvironment: EnvironmentRef,
  client: Client,
  signal: AbortSignal,
) {
  const { target: environment, deployments } = await loadDeploymentContext(client, pickedEnvironment, signal);
  const isUnsupported = deployments === undefined && !(await supportsDeployments(client, signal));
  const project = await readEnvironmentProject(client, environment, signal);
  // The argument can contain an ID without a name.
  const environmentName = project?.environments.find(({ id }) => id === environment.environmentId)?.name;
  const target = { ...environment, ...omitUndefined({ environmentName, projectName: project?.name }) };
  const suggestions = await readSuggestions(folder, project?.rootDirectory, signal);
  return { target, deployments, isUnsupported, project, suggestions };
}

/** Stores the source of the deployment, follows the deployment, and opens its logs. */
async function followAndOpenLogs(
  { target, folderName, contents: { git } }: FolderAnswers,
  deployment: Deployment,
  { context, watcher }: DeployDependencies,
  uploadedDeployments: UploadedDeployments,
): Promise<void> {
  const { id: deploymentId } = deployment;
  await uploadedDeployments.add({
    deploymentId,
    folderName,
    isDirty: git?.isDirty ?? false,
    ...omitUndefined({ commit: git?.commit }),
  });
  await watcher.followStarted(target, deployment);
  if (hasDeploymentEnded(deployment)) void notifyDeploymentEnd(context, target, deployment);
  // The command doesn't wait for the logs to open.
  void vscode.commands.executeCommand('hostedMcp.openDeploymentLogs', {
    ...target,
    deploymentId,
    // Like for the row of the deployment, the title of the log names the folder.
    kind: 'deployment',
    label: formatUploadedFolder(folderName),
  });
}

/** Returns the project of an environment (`projects.get`), or `undefined` if the service doesn't return it. */
async function readEnvironmentProject(
  client: Client,
  { projectId }: EnvironmentRef,
  signal: AbortSignal,
): Promise<Project | undefined> {
  if (projectId === undefined) return undefined;
  try {
    return await client.projects.get(projectId, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'canceled') return undefined;
    throw error;
  }
}

/**
 * Returns the settings that the files suggest, in the project's root directory, in the folder itself, or in the first
 * package that is a server. Doesn't run anything.
 */
async function readSuggestions(
  folder: vscode.Uri,
  rootDirectory: string | undefined,
  signal: AbortSignal,
): Promise<ProjectSuggestions> {
  const files = createWorkspaceFiles(folder, signal);
  const root = (rootDirectory ?? '').replace(/^[./]+|\/+$/g, '');
  if (root !== '' && !root.split('/').includes('..')) {
    // If the path doesn't exist, the folder itself can be the package at that path of the repository.
    const rootFolder = await files.list(root);
    if (rootFolder.files.length > 0) return detectProject(files, root);
  }
  const suggestions = await detectProject(files, '');
  if (suggestions.isServer) return suggestions;
  const serverPackage = (await findPackages(files)).find(({ isServer }) => isServer);
  return serverPackage ? detectProject(files, serverPackage.path) : suggestions;
}
