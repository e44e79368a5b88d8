import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { describeDeploymentEnd } from '../domain/deploymentText.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { maxTrackingMs, type TrackingFailure } from '../editor/completionTracker.ts';
import { type ShowMessage, showError, showInformation, showWarning } from '../editor/message.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { environmentLabel } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import { SettingId } from '../ids.ts';

/** Whether the row of an environment, or its page, is before someone: it says all that goes well. */
export type IsEnvironmentVisible = (environmentId: string) => Promise<boolean>;

/** That one is running, with the way to its log. Without an id the log is picked from those of the environment. */
export function notifyRunning(target: EnvironmentRef, running: Deployment | undefined): undefined {
  const label = vscode.l10n.t('Show Logs');
  const message = vscode.l10n.t(
    'A deployment of {0} is already in progress. Deploy again after it ends.',
    environmentLabel(target),
  );
  // Not awaited: the command is done while the message still stands.
  void showWarning(message, label).then((picked) =>
    picked === label ? showDeploymentLogs(target, running?.id) : undefined,
  );
}

export async function notifyDeploymentStarted(
  target: EnvironmentRef,
  { id }: Deployment,
  isShown: IsEnvironmentVisible,
): Promise<void> {
  if (await isShown(target.environmentId)) return;
  const message = vscode.l10n.t('A deployment of {0} has started.', environmentLabel(target));
  await offerLogs(showInformation, message, target, id);
}

/** How a deployment that was started here has ended. */
export async function notifyDeploymentEnd(
  target: EnvironmentRef,
  { id, status }: Deployment,
  isShown: IsEnvironmentVisible,
): Promise<void> {
  const place = environmentLabel(target);
  if (status === 'failed') {
    await offerLogs(showError, vscode.l10n.t('The deployment of {0} failed.', place), target, id);
  } else if (!(await isShown(target.environmentId))) {
    await offerLogs(showInformation, describeDeploymentEnd(place, status), target, id);
  }
}

/** That no one will be told how a deployment ends that was started here, and why. */
export function notifyNotFollowed(target: EnvironmentRef, deploymentId: string, why: TrackingFailure): void {
  void offerLogs(showInformation, notFollowedText(environmentLabel(target), why), target, deploymentId);
}

/** Not a fault of anyone: the service is one without deployments. */
export function notifyUnsupported(): undefined {
  notify(
    vscode.l10n.t(
      "This service doesn't support deployments from an editor. Deploy from its web dashboard instead.",
    ),
  );
}

/** The same, where one was to be picked. */
export function notifyNoDeploymentList(): undefined {
  notify(vscode.l10n.t("This service can't list deployments."));
}

/** Not awaited: the command is done while the message still stands. */
function notify(message: string): void {
  void showInformation(message);
}

function notFollowedText(place: string, why: TrackingFailure): string {
  switch (why) {
    case 'late':
      return vscode.l10n.t(
        "The deployment of {0} didn't finish within {1} minutes, so this editor stopped waiting for it.",
        place,
        maxTrackingMs / 60_000,
      );
    case 'gone':
      return vscode.l10n.t('The deployment of {0} no longer exists, so its result is unknown.', place);
    case 'untold':
      return vscode.l10n.t(
        "The deployment result for {0} is unknown because this service doesn't report it. The deployment log might have more information.",
        place,
      );
    case 'refused':
      return vscode.l10n.t(
        "The deployment result for {0} is unknown because this account doesn't have permission to read it.",
        place,
      );
  }
}

/** A message that leads to the log. */
async function offerLogs(
  show: ShowMessage,
  message: string,
  target: EnvironmentRef,
  deploymentId: string,
): Promise<void> {
  const label = vscode.l10n.t('Show Logs');
  const picked = await showRecurringMessage(SettingId.deploymentMessages, show, message, label);
  if (picked === label) await showDeploymentLogs(target, deploymentId);
}

async function showDeploymentLogs(target: EnvironmentRef, deploymentId: string | undefined): Promise<void> {
  const argument = { ...target, ...omitUndefined({ deploymentId }) };
  await vscode.commands.executeCommand('hostedMcp.openDeploymentLogs', argument);
}
