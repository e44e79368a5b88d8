import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { errorMessage, informationMessage, warningMessage } from '../editor/message.ts';
import { statusText } from '../explorer/deploymentStatus.ts';
import type { Target } from '../explorer/target.ts';
import { placeOf } from '../explorer/target.ts';
import { CommandId } from '../ids.ts';
import { type GivenUp, longestAwaitedMs } from './awaited.ts';

type Severity = 'info' | 'warning' | 'error';

/** A message that leads to a deployment's log. Without an id the log is picked from those of the environment. */
export async function offerLogs(
  severity: Severity,
  message: string,
  target: Target,
  deploymentId: string | undefined,
): Promise<void> {
  const label = vscode.l10n.t('Show Logs');
  if ((await show(severity, message, label)) !== label) return;
  const argument = { ...target, ...(deploymentId !== undefined && { deploymentId }) };
  await vscode.commands.executeCommand(CommandId.openDeploymentLogs, argument);
}

/** How a deployment that was started here has ended. */
export function tellEnd(target: Target, { id, status }: Deployment): void {
  const t = vscode.l10n.t;
  const place = placeOf(target);
  if (status === 'failed') void offerLogs('error', t('The deployment of {0} failed.', place), target, id);
  else if (status === 'deployed') void offerLogs('info', t('{0} is deployed.', place), target, id);
  else void offerLogs('info', t('The deployment of {0} ended: {1}.', place, statusText(status)), target, id);
}

/** That nobody will be told how a deployment ends that was started here, and why. */
export function tellGivenUp(target: Target, deploymentId: string, why: GivenUp): void {
  void offerLogs('info', givenUpText(placeOf(target), why), target, deploymentId);
}

/** Not a fault of anybody: the service is one without deployments. */
export function tellNoDeployments(): undefined {
  tell(vscode.l10n.t('This service does not start deployments. Deploy from its web dashboard.'));
}

/** The same, where one was to be picked. */
export function tellNoList(): undefined {
  tell(vscode.l10n.t('This service does not list deployments.'));
}

/** Not awaited: the command is done while the message still stands. */
function tell(message: string): void {
  void informationMessage(message);
}

function givenUpText(place: string, why: GivenUp): string {
  const t = vscode.l10n.t;
  switch (why) {
    case 'late':
      return t(
        'The deployment of {0} has not ended within {1} minutes. Its end is no longer waited for.',
        place,
        longestAwaitedMs / 60_000,
      );
    case 'gone':
      return t('The deployment of {0} is not there any more: how it ended cannot be told.', place);
    case 'refused':
      return t('How the deployment of {0} ends cannot be told: this account may not read it.', place);
  }
}

function show(severity: Severity, message: string, label: string): Thenable<string | undefined> {
  switch (severity) {
    case 'info':
      return informationMessage(message, label);
    case 'warning':
      return warningMessage(message, label);
    case 'error':
      return errorMessage(message, label);
  }
}
