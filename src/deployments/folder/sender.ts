import * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import type { Deployment } from '../../api/deployments.ts';
import { plainText } from '../../domain/plainText.ts';
import { confirm } from '../../editor/confirm.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { environmentLabel, needsConfirmation } from '../../explorer/environmentLabel.ts';
import { deployDetail } from '../deployDetail.ts';
import { readDeployments } from '../readDeployments.ts';
import { ignoreForbidden } from '../startDeployment.ts';
import { collectSettings, type FolderAnswers, listFilesToSend, totalSize } from './answers.ts';
import { packFolder } from './pack.node.ts';
import { createSendProgress } from './progress.ts';
import { type DeployFolderOutcome, sendFolder } from './sendFolder.ts';
import { uploadSummaryText } from './texts.ts';
import { invalidateStale, type UploadState } from './uploadState.ts';

export interface SenderDeps {
  /** Returns the keys of variables that changed in this editor since the last deployment. */
  readonly changedKeys: (environmentId: string) => readonly string[];
  /** Called with the deployments of an environment, newest first. */
  readonly onDidRead: (environmentId: string, deployments: readonly Deployment[]) => Promise<void>;
  /** The folder of the archives while they're uploaded. */
  readonly storage: vscode.Uri;
}

/**
 * Creates a function that deploys the folder, and can be called again after a failure. Finished steps aren't repeated
 * unless the answers have changed. It returns `undefined` if the user declines the confirmation.
 */
export function createFolderSender(
  work: UploadState,
  client: Client,
  { changedKeys, onDidRead, storage }: SenderDeps,
  isInteractive = true,
): (answers: FolderAnswers) => Promise<DeployFolderOutcome | undefined> {
  return async (answers) => {
    const { target, project, folder, folderName } = answers;
    const read = async () => {
      const { signal } = new AbortController();
      const deployments = await ignoreForbidden(readDeployments(client, target, signal));
      if (deployments) await onDidRead(target.environmentId, deployments);
      return deployments;
    };
    if (isInteractive && needsConfirmation(target)) {
      const isConfirmed = await confirmProtected(answers, await read().catch(() => undefined), changedKeys);
      if (!isConfirmed) return undefined;
    }
    const files = listFilesToSend(answers);
    await invalidateStale(work, files, project?.teamId);
    const title = vscode.l10n.t('Deploying {0} to {1}', plainText(folderName), environmentLabel(target));
    return withCancellableProgress(title, (signal, report) => {
      const { onPacked, onUploaded, onStep } = createSendProgress(report, totalSize(files));
      const input = {
        environmentId: target.environmentId,
        teamId: project?.teamId,
        settings: collectSettings(answers),
      };
      const pack = () =>
        packFolder(folder.fsPath, files, { signal, storage: storage.fsPath, onProgress: onPacked });
      return sendFolder(input, work, { client, signal, pack, read, onStep, onProgress: onUploaded });
    });
  };
}

/** Confirms a deployment to a protected environment. Returns whether the user agreed. */
async function confirmProtected(
  answers: FolderAnswers,
  deployments: Parameters<typeof deployDetail>[0],
  changedKeys: SenderDeps['changedKeys'],
): Promise<boolean> {
  const { target, folderName } = answers;
  try {
    await confirm(
      vscode.l10n.t('Deploy folder {0} to {1}?', plainText(folderName), environmentLabel(target)),
      deployDetail(
        deployments,
        changedKeys(target.environmentId),
        vscode.l10n.t("Once deployed, the folder's contents replace the running server."),
        vscode.l10n.t('To upload: {0}', uploadSummaryText(listFilesToSend(answers), answers.contents.git)),
      ),
      vscode.l10n.t('Deploy'),
    );
    return true;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return false;
    throw error;
  }
}
