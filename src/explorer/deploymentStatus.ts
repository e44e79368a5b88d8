import * as vscode from 'vscode';
import { plainText } from './plainText.ts';

/** The status of a deployment, in the one word that is used for it everywhere. The service may say something newer. */
export function statusText(status: string | undefined): string {
  const t = vscode.l10n.t;
  switch (status) {
    case 'ongoing':
      return t('deploying');
    case 'deployed':
      return t('deployed');
    case 'failed':
      return t('failed');
    case 'canceled':
      return t('canceled');
    default:
      return plainText(status ?? '') || t('status unknown');
  }
}
