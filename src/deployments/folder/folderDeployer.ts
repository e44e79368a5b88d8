import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { Deployment } from '../../api/deployments.ts';
import type { FeatureContext } from '../../context.ts';
import { toPlainText } from '../../domain/plainText.ts';
import { confirm } from '../../editor/confirm.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { formatEnvironmentLabel, needsConfirmation } from '../../explorer/environmentLabel.ts';
import { formatDeployDetail } from '../deployDetail.ts';
import type { DeploymentWatcher } from '../deploymentWatcher.ts';
import { readDeployments } from '../readDeployments.ts';
import { ignoreForbidden } from '../startDeployment.ts';
import { collectSettings, type FolderAnswers, listFilesToSend, sumSizes } from './answers.ts';
import { type DeployFolderOutcome, type DeployFolderStep, deployFolder } from './deployFolder.ts';
import { packFolder } from './pack.node.ts';
import { formatFileSize, formatUploadSummary } from './texts.ts';
import { discardOutdatedSteps, type UploadState } from './uploadState.ts';

/** The dependencies of folder deployments. */
export interface DeployDependencies {
  readonly context: Pick<
    FeatureContext,
    'connection' | 'toProblem' | 'tree' | 'services' | 'extensionContext'
  >;
  readonly watcher: DeploymentWatcher;
  readonly client: Client;
}

/**
 * Creates a function that deploys a folder. After a failure, it can be called again: finished steps aren't repeated
 * unless the answers have changed. It returns `undefined` if a confirmation is required and the user declines it.
 * `isInteractive`: whether the user can be asked to confirm.
 */
export function createFolderDeployer(
  state: UploadState,
  { context, watcher, client }: DeployDependencies,
  isInteractive = true,
): (answers: FolderAnswers) => Promise<DeployFolderOutcome | undefined> {
  return async (answers) => {
    const { target, project, folder, folderName } = answers;
    const listDeployments = async () => {
      // The list is also read after a cancellation of the upload, so it has a signal of its own.
      const { signal } = new AbortController();
      const deployments = await ignoreForbidden(readDeployments(client, target, signal));
      if (deployments) await watcher.handleDeployments(target.environmentId, deployments);
      return deployments;
    };
    if (isInteractive && needsConfirmation(target)) {
      const isConfirmed = await askToDeploy(
        answers,
        await listDeployments().catch(() => undefined),
        context.services.getChangedKeys(target.environmentId),
      );
      if (!isConfirmed) return undefined;
    }
    const files = listFilesToSend(answers);
    // Archives are stored in this folder until they're uploaded.
    const archiveFolder = vscode.Uri.joinPath(context.extensionContext.globalStorageUri, 'archives').fsPath;
    await discardOutdatedSteps(state, files, project?.teamId);
    const title = vscode.l10n.t(
      'Deploying {0} to {1}',
      toPlainText(folderName),
      formatEnvironmentLabel(target),
    );
    return withCancellableProgress(title, (signal, report) => {
      const { onPacked, onUploaded, onStep } = createProgressHandlers(report, sumSizes(files));
      const input = {
        environmentId: target.environmentId,
        teamId: project?.teamId,
        settings: collectSettings(answers),
      };
      const pack = () => packFolder(folder.fsPath, files, { signal, archiveFolder, onProgress: onPacked });
      return deployFolder(input, state, {
        client,
        signal,
        pack,
        listDeployments,
        onStep,
        onProgress: onUploaded,
      });
    });
  };
}

/** Asks the user to confirm a deployment. Returns whether the user agreed. */
async function askToDeploy(
  answers: FolderAnswers,
  deployments: readonly Deployment[] | undefined,
  changedKeys: readonly string[],
): Promise<boolean> {
  const { target, folderName } = answers;
  try {
    await confirm(
      vscode.l10n.t('Deploy folder {0} to {1}?', toPlainText(folderName), formatEnvironmentLabel(target)),
      formatDeployDetail(
        deployments,
        changedKeys,
        vscode.l10n.t("Once deployed, the folder's contents replace the running server."),
        vscode.l10n.t('To upload: {0}', formatUploadSummary(listFilesToSend(answers), answers.contents.git)),
      ),
      vscode.l10n.t('Deploy'),
    );
    return true;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return false;
    throw error;
  }
}

type ReportProgress = (message: string, share?: number) => void;

/** The progress at which packing ends, as a share of the progress bar. */
const packingEnd = 0.3;
/** The progress at which the upload ends. */
const uploadEnd = 0.95;

/** Creates handlers that report the progress of a deployment. Unchanged messages aren't reported again. */
function createProgressHandlers(report: ReportProgress, totalBytes: number) {
  let lastMessage = '';
  const reportOnce = (message: string, share: number): void => {
    if (message !== lastMessage) report(message, share);
    lastMessage = message;
  };
  return {
    onStep: (step: DeployFolderStep): void => {
      if (step === 'uploadUrl') reportOnce(vscode.l10n.t('getting the upload URL'), packingEnd);
      if (step === 'deploy') reportOnce(vscode.l10n.t('starting the deployment'), uploadEnd);
    },
    onPacked: (bytes: number): void => {
      const packedShare = totalBytes === 0 ? 1 : Math.min(bytes / totalBytes, 1);
      reportOnce(vscode.l10n.t('{0}% packed', Math.floor(packedShare * 100)), packedShare * packingEnd);
    },
    onUploaded: (bytes: number, size: number): void => {
      const uploadedShare = Math.min(bytes / Math.max(size, 1), 1);
      const share = packingEnd + uploadedShare * (uploadEnd - packingEnd);
      reportOnce(vscode.l10n.t('{0} of {1} uploaded', formatFileSize(bytes), formatFileSize(size)), share);
    },
  };
}
