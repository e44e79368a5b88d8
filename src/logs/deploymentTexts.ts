import * as vscode from 'vscode';
import { formatDeploymentStatus } from '../domain/deploymentText.ts';
import type { DeploymentResult } from './read/sessionStatus.ts';
import { formatCallDuration } from './rowText.ts';

/** Returns the outcome of a deployment, such as "Ended: failed after 1 min 12 s". */
export function describeDeploymentResult({ status, durationMs }: DeploymentResult): string {
  if (status === undefined) return vscode.l10n.t('Ended');
  const duration = durationMs === undefined ? undefined : formatCallDuration(durationMs);
  const statusText = formatDeploymentStatus(status);
  return duration === undefined
    ? vscode.l10n.t('Ended: {0}', statusText)
    : vscode.l10n.t('Ended: {0} after {1}', statusText, duration);
}

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
