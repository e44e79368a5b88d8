import * as vscode from 'vscode';
import type { DeploymentResult } from './read/sessionStatus.ts';

/** Returns the codicon of a deployment status. */
export function getDeploymentStatusIcon(status: string | undefined): string {
  switch (status) {
    case 'ongoing':
      return 'sync';
    case 'deployed':
      return 'pass';
    case 'failed':
      return 'error';
    case 'canceled':
      return 'circle-slash';
    default:
      return 'circle-outline';
  }
}

/** Returns the text that is shown for a deployment without log entries. */
export function describeEmptyDeploymentLog(ended: DeploymentResult | undefined): string {
  return ended
    ? vscode.l10n.t('This deployment has no log entries.')
    : vscode.l10n.t('No entries yet. New entries appear as the deployment progresses.');
}
