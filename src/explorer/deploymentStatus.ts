import * as vscode from 'vscode';
import { ageText } from '../editor/age.ts';
import { type DeploymentState, isRunning, timeOf } from './deploymentTime.ts';
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

/** Absent where the service gives no time. */
export function agoText(
  deployment: DeploymentState,
  style: 'narrow' | 'long',
  now = Date.now(),
): string | undefined {
  const time = timeOf(deployment);
  return time === undefined ? undefined : ageText(now - time, vscode.env.language, style);
}

/** What stands beside an environment, or its group, while one runs. */
export function deployingText(): string {
  return vscode.l10n.t('deploying…');
}

/** What stands beside an environment, and its group: "deployed 3h ago". `now`: ms. */
export function latestText(latest: DeploymentState, style: 'narrow' | 'long', now = Date.now()): string {
  if (isRunning(latest)) return deployingText();
  const [status, ago] = [statusText(latest.status), agoText(latest, style, now)];
  return ago === undefined ? status : `${status} ${ago}`;
}
