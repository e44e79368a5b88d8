import * as vscode from 'vscode';
import { splitDuration } from '../domain/deployment.ts';

/** Returns a text such as `1 min 12 s`. */
export function formatDeploymentDuration(ms: number): string {
  const { hours, minutes, seconds } = splitDuration(ms);
  if (hours > 0) return vscode.l10n.t('{0} h {1} min', hours, minutes);
  return minutes > 0 ? vscode.l10n.t('{0} min {1} s', minutes, seconds) : vscode.l10n.t('{0} s', seconds);
}
