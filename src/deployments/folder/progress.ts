import * as vscode from 'vscode';
import type { SendStep } from './send.ts';
import { sizeText } from './texts.ts';

type Report = (message: string, share?: number) => void;

/** The share of the bar that is packing; most of the rest is the upload. */
const packedShare = 0.3;
const uploadedShare = 0.95;

/** What a progress notification says while a folder is sent; said again only when it reads otherwise. */
export function sendingProgress(report: Report, bytesOfFiles: number) {
  let last = '';
  const say = (message: string, share: number): void => {
    if (message !== last) report(message, share);
    last = message;
  };
  return {
    onStep: (step: SendStep): void => {
      if (step === 'address') say(vscode.l10n.t('getting the upload URL'), packedShare);
      if (step === 'deploy') say(vscode.l10n.t('starting the deployment'), uploadedShare);
    },
    onPacked: (bytes: number): void => {
      const done = bytesOfFiles === 0 ? 1 : Math.min(bytes / bytesOfFiles, 1);
      say(vscode.l10n.t('{0}% packed', Math.floor(done * 100)), done * packedShare);
    },
    onUploaded: (bytes: number, size: number): void => {
      const done = Math.min(bytes / Math.max(size, 1), 1);
      const share = packedShare + done * (uploadedShare - packedShare);
      say(vscode.l10n.t('{0} of {1} uploaded', sizeText(bytes), sizeText(size)), share);
    },
  };
}
