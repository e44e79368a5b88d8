import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { Deployment } from '../../api/deployments.ts';
import { ApiError } from '../../api/errors.ts';
import type { Project } from '../../api/projects.ts';
import type { Connection } from '../../auth/connection.ts';
import { hasDeploymentEnded, isDeploymentRunning } from '../../domain/deployment.ts';
import type { EnvironmentRef, PickEnvironment } from '../../domain/environment.ts';
import { plainText } from '../../domain/plainText.ts';
import { booleanArgument } from '../../editor/arguments.ts';
import type { CommandHandler } from '../../editor/commands.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { settings } from '../../editor/settings.ts';
import { UserError } from '../../editor/userError.ts';
import { omitUndefined } from '../../fields.ts';
import type { FolderContents } from '../../folder/contents.ts';
import { detectProject, findPackages, type ProjectSuggestions } from '../../folder/detectProject.ts';
import { readFolderContents } from '../../folder/readContents.ts';
import { createWorkspaceFiles } from '../../folder/workspaceFiles.ts';
import {
  type IsEnvironmentVisible,
  notifyDeploymentEnd,
  notifyRunning,
  notifyUnsupported,
} from '../messages.ts';
import { supportsDeployments } from '../readDeployments.ts';
import { loadDeploymentContext } from '../startDeployment.ts';
import { type FolderAnswers, listFilesToSend, settingsFromArgument } from './answers.ts';
import { canPack } from './canPack.node.ts';
import { chooseEnvironment, type FindLinkedProjectId } from './chooseEnvironment.ts';
import {
  chooseFolders,
  type FindFoldersOfEnvironment,
  folderDisplayName,
  saveChangedFiles,
} from './chooseFolders.ts';
import { toDeployError } from './deployFailure.ts';
import { createFolderSender, type SenderDeps } from './sender.ts';
import { askSummary } from './summary.ts';
import { fileCountText } from './texts.ts';
import type { UploadedDeployment } from './uploadedDeployments.ts';
import { stateForCall, type UploadState, withUploadState } from './uploadState.ts';

export interface DeployFolderDeps extends SenderDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly pickEnvironment: PickEnvironment;
  readonly linkedProjectId: FindLinkedProjectId;
  readonly foldersOf: FindFoldersOfEnvironment;
  /** Called when this editor has started a deployment. */
  readonly started: (target: EnvironmentRef, deployment: Deployment) => Promise<void>;
  /** Remembers the source of an uploaded deployment. */
  readonly remember: (uploaded: UploadedDeployment) => Promise<void>;
  readonly isShown: IsEnvironmentVisible;
}

/**
 * *Deploy Folder*: shows a summary, packs the folder, uploads it, and deploys it. Several folders are deployed one
 * after another. Returns the deployment, or the deployments of several folders. If the user cancels, the remaining
 * folders aren't deployed.
 */
export function deployFolderCommand(deps: DeployFolderDeps): CommandHandler {
  const workOf = stateForCall();
  return async (argument, selection): Promise<Deployment | readonly Deployment[] | undefined> => {
    if (!canPack) {
      const text = vscode.l10n.t(
        "An editor that runs only in a browser can't pack a folder. Deploy a repository instead.",
      );
      throw new UserError(text, { isFinal: true, isInformational: true });
    }
    const client = await deps.connection.client({ isInteractive: true });
    const folders = await chooseFolders(argument, selection, deps.foldersOf);
    const done: Deployment[] = [];
    for (const folder of folders) {
      const deployment = await deploySelectedFolder(folder, argument, client, { ...deps, workOf });
      if (deployment) done.push(deployment);
    }
    return folders.length === 1 ? done[0] : done;
  };
}

async function deploySelectedFolder(
  folder: vscode.Uri,
  argument: unknown,
  client: Client,
  deps: DeployFolderDeps & { readonly workOf: (argument: unknown) => UploadState },
): Promise<Deployment | undefined> {
  const folderName = folderDisplayName(folder);
  if (folder.scheme !== 'file') {
    const text = vscode.l10n.t(
      "The folder {0} isn't on this machine, so it can't be packed.",
      plainText(folderName),
    );
    throw new UserError(text, { isFinal: true });
  }
  const isInteractive = booleanArgument(argument, 'confirmed') !== true;
  const title = vscode.l10n.t('Deploy Folder {0}', plainText(folderName));
  const picked = await chooseEnvironment(folder, argument, title, { client, ...deps });
  await saveChangedFiles(folder, settings.saveBeforeRun(), isInteractive);
  const read = await withCancellableProgress(readingTitle(folderName), async (signal, report) => {
    const contents = readFolder(folder, signal, report);
    // If the other read fails first, this rejection would be unhandled.
    contents.catch(() => undefined);
    const place = await loadEnvironment(folder, picked, client, signal);
    return { ...place, contents: await contents };
  });
  const { target, deployments, isUnknown, ...known } = read;
  if (deployments) await deps.onDidRead(target.environmentId, deployments);
  if (isUnknown) return notifyUnsupported();
  const running = deployments?.find(isDeploymentRunning);
  if (running) return notifyRunning(target, running);
  const answers: FolderAnswers = {
    folder,
    folderName,
    target,
    chosen: new Set<string>(),
    said: settingsFromArgument(argument),
    ...omitUndefined(known),
  };
  const { answers: sent, started } = await (isInteractive
    ? withUploadState((work) => deployWithSummary(answers, work, client, deps))
    : withUploadState((work) => deployWithoutPrompts(answers, work, client, deps), deps.workOf(argument)));
  await onDidStart(sent, started.deployment, deps);
  return started.deployment;
}

async function deployWithSummary(
  start: FolderAnswers,
  work: UploadState,
  client: Client,
  deps: DeployFolderDeps,
) {
  return askSummary(start, {
    toProblem: deps.toProblem,
    send: createFolderSender(work, client, deps),
    readAgain: async (answers) => {
      try {
        const contents = await withCancellableProgress(readingTitle(answers.folderName), (signal, report) =>
          readFolder(answers.folder, signal, report),
        );
        return { ...answers, contents };
      } catch {
        // The summary shows the failure, and *Try Again* uses the old contents.
        return answers;
      }
    },
    changeEnvironment: async (answers) => {
      const title = vscode.l10n.t('Deploy Folder {0}', plainText(answers.folderName));
      const picked = await deps.pickEnvironment(undefined, title);
      const place = await withCancellableProgress(vscode.l10n.t('Loading the environment...'), (signal) =>
        loadEnvironment(answers.folder, picked, client, signal),
      );
      const { project: _, ...others } = answers;
      return {
        ...others,
        target: place.target,
        found: place.found,
        ...omitUndefined({ project: place.project }),
      };
    },
  });
}

/** Deploys without prompts, and without sensitive files. */
async function deployWithoutPrompts(
  answers: FolderAnswers,
  work: UploadState,
  client: Client,
  deps: DeployFolderDeps,
) {
  if (listFilesToSend(answers).length === 0) {
    throw new UserError(vscode.l10n.t('There is nothing to deploy in this folder.'));
  }
  const sent = await createFolderSender(work, client, deps, false)(answers);
  if (sent?.result === 'started') return { answers, started: sent };
  throw sent ? toDeployError(sent, answers.target, deps.toProblem) : new vscode.CancellationError();
}

function readingTitle(folderName: string): string {
  return vscode.l10n.t('Reading {0}...', plainText(folderName));
}

function readFolder(
  folder: vscode.Uri,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<FolderContents> {
  const onProgress = (files: number): void => report(fileCountText(files));
  return readFolderContents(folder, { signal, isTrusted: vscode.workspace.isTrusted, onProgress });
}

/** Reads the environment, its project, and the settings that the folder suggests for the project. */
async function loadEnvironment(
  folder: vscode.Uri,
  picked: EnvironmentRef,
  client: Client,
  signal: AbortSignal,
) {
  const { target: known, deployments } = await loadDeploymentContext(client, picked, signal);
  const isUnsupported = deployments === undefined && !(await supportsDeployments(client, signal));
  const project = await readEnvironmentProject(client, known, signal);
  // The argument can contain an ID without a name.
  const environmentName = project?.environments.find(({ id }) => id === known.environmentId)?.name;
  const target = { ...known, ...omitUndefined({ environmentName, projectName: project?.name }) };
  const found = await readSuggestions(folder, project?.rootDirectory, signal);
  return { target, deployments, isUnknown: isUnsupported, project, found };
}

/** Follows the deployment and opens its logs. */
async function onDidStart(
  { target, folderName, contents: { git } }: FolderAnswers,
  deployment: Deployment,
  { started, remember, isShown }: DeployFolderDeps,
): Promise<void> {
  const { id: deploymentId } = deployment;
  await remember({
    deploymentId,
    folderName,
    isDirty: git?.isDirty ?? false,
    ...omitUndefined({ commit: git?.commit }),
  });
  await started(target, deployment);
  if (hasDeploymentEnded(deployment)) void notifyDeploymentEnd(target, deployment, isShown);
  // The command doesn't wait for the logs to open.
  void vscode.commands.executeCommand('hostedMcp.openDeploymentLogs', { ...target, deploymentId });
}

/** Returns the project of an environment (`projects.get`), or `undefined` if the service doesn't return it. */
export async function readEnvironmentProject(
  client: Client,
  { projectId }: EnvironmentRef,
  signal: AbortSignal,
): Promise<Project | undefined> {
  if (projectId === undefined) return undefined;
  try {
    return await client.projects.get(projectId, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'cancelled') return undefined;
    throw error;
  }
}

/**
 * Returns the settings that the files suggest, in the project's root directory or where a server is found. Doesn't run
 * anything.
 */
export async function readSuggestions(
  folder: vscode.Uri,
  rootDirectory: string | undefined,
  signal: AbortSignal,
): Promise<ProjectSuggestions> {
  const files = createWorkspaceFiles(folder, signal);
  const root = (rootDirectory ?? '').replace(/^[./]+|\/+$/g, '');
  if (root !== '' && !root.split('/').includes('..')) {
    // The folder itself can be that package of the repository.
    const there = await files.list(root);
    if (there.files.length > 0) return detectProject(files, root);
  }
  const top = await detectProject(files, '');
  if (top.isServer) return top;
  const server = (await findPackages(files)).find(({ isServer }) => isServer);
  return server ? detectProject(files, server.path) : top;
}
