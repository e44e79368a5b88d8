import * as vscode from 'vscode';
import type { DeployFolderStep } from './sendFolder.ts';
import { fileSizeText } from './texts.ts';

type ReportProgress = (message: string, share?: number) => void;

/** Share of the progress bar for packing. Most of the rest is for the upload. */
const packingShare = 0.3;
const uploadEndShare = 0.95;

/** Creates the progress messages of a deployment. Unchanged messages aren't reported again. */
export function createSendProgress(report: ReportProgress, bytesOfFiles: number) {
  let last = '';
  const reportOnce = (message: string, share: number): void => {
    if (message !== last) report(message, share);
    last = message;
  };
  return {
    onStep: (step: DeployFolderStep): void => {
      if (step === 'address') reportOnce(vscode.l10n.t('getting the upload URL'), packingShare);
      if (step === 'deploy') reportOnce(vscode.l10n.t('starting the deployment'), uploadEndShare);
    },
    onPacked: (bytes: number): void => {
      const done = bytesOfFiles === 0 ? 1 : Math.min(bytes / bytesOfFiles, 1);
      reportOnce(vscode.l10n.t('{0}% packed', Math.floor(done * 100)), done * packingShare);
    },
    onUploaded: (bytes: number, size: number): void => {
      const done = Math.min(bytes / Math.max(size, 1), 1);
      const share = packingShare + done * (uploadEndShare - packingShare);
      reportOnce(vscode.l10n.t('{0} of {1} uploaded', fileSizeText(bytes), fileSizeText(size)), share);
    },
  };
}
