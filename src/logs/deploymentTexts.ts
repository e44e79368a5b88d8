import * as vscode from 'vscode';
import { formatDeploymentStatus } from '../domain/deploymentText.ts';
import type { DeploymentResult } from './read/sessionState.ts';
import { formatCallDuration } from './rowText.ts';

/** How a deployment's log ended, in words: "Ended: failed after 1 min 12 s". */
export function describeDeploymentResult({ status, durationMs }: DeploymentResult): string {
  if (status === undefined) return vscode.l10n.t('Ended');
  const after = durationMs === undefined ? undefined : formatCallDuration(durationMs);
  const word = formatDeploymentStatus(status);
  return after === undefined
    ? vscode.l10n.t('Ended: {0}', word)
    : vscode.l10n.t('Ended: {0} after {1}', word, after);
}

/** The codicon of a status. */
export function deploymentStatusIcon(status: string | undefined): string {
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

/** Why a deployment's log may be empty. */
export function describeEmptyDeploymentLog(ended: DeploymentResult | undefined): string {
  return ended
    ? vscode.l10n.t('This deployment has no log entries.')
    : vscode.l10n.t('No entries yet. New entries appear as the deployment progresses.');
}
