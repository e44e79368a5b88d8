import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { splitDuration } from '../domain/deployment.ts';

/**
 * Returns the icon of a deployment. The icon of the current one is filled, because a text beside a long label is cut
 * off.
 */
export function getDeploymentIcon({ status, isCurrent }: Pick<Deployment, 'status' | 'isCurrent'>): {
  readonly id: string;
  readonly color?: string;
} {
  switch (status) {
    case 'ongoing':
      return { id: 'sync~spin', color: 'charts.blue' };
    case 'deployed':
      return { id: isCurrent ? 'pass-filled' : 'pass', color: 'testing.iconPassed' };
    case 'failed':
      return { id: 'error', color: 'errorForeground' };
    case 'canceled':
      return { id: 'circle-slash' };
    default:
      return { id: 'question' };
  }
}

/** Returns a text such as `1 min 12 s`. */
export function formatDeploymentDuration(ms: number): string {
  const { hours, minutes, seconds } = splitDuration(ms);
  if (hours > 0) return vscode.l10n.t('{0} h {1} min', hours, minutes);
  return minutes > 0 ? vscode.l10n.t('{0} min {1} s', minutes, seconds) : vscode.l10n.t('{0} s', seconds);
}
