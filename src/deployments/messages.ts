import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { FeatureContext } from '../context.ts';
import { describeDeploymentEnd } from '../domain/deploymentText.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { canOpenChat } from '../editor/chat.ts';
import { maxTrackingMs, type TrackingFailure } from '../editor/completionTracker.ts';
import { type ShowMessage, showError, showInformation, showWarning } from '../editor/message.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import { omitUndefined } from '../fields.ts';
import { SettingId } from '../ids.ts';

type MessageContext = Pick<FeatureContext, 'tree' | 'services'>;

/**
 * Whether the row or the page of an environment, or the log of the deployment, is visible. Each shows a successful
 * deployment, so no message is needed.
 */
async function isDeploymentVisible(
  { tree, services }: MessageContext,
  environmentId: string,
  deploymentId: string,
): Promise<boolean> {
  if (services.isDeploymentLogShown(deploymentId) || services.isEnvironmentShown(environmentId)) return true;
  const rows = tree.getRenderedRows('environment', environmentId);
  return (await Promise.all(rows.map((row) => tree.isShown(row)))).includes(true);
}

/** Notifies that a deployment is running, and offers its logs. Without an ID, the user selects the deployment. */
export function notifyAlreadyRunning(target: EnvironmentRef, running: Deployment | undefined): undefined {
  const label = vscode.l10n.t('Open Logs');
  const message = vscode.l10n.t(
    'A deployment of {0} is already in progress. Deploy again after it ends.',
    formatEnvironmentLabel(target),
  );
  // The command doesn't wait for the user to close the message.
  void showWarning(message, label).then((picked) =>
    picked === label ? showDeploymentLogs(target, running?.id) : undefined,
  );
}

export async function notifyDeploymentStarted(
  context: MessageContext,
  target: EnvironmentRef,
  { id }: Deployment,
): Promise<void> {
  if (await isDeploymentVisible(context, target.environmentId, id)) return;
  const message = vscode.l10n.t('A deployment of {0} has started.', formatEnvironmentLabel(target));
  await offerLogs(showInformation, message, target, id);
}

/** Notifies how a deployment that this editor started has ended. */
export async function notifyDeploymentEnd(
  context: MessageContext,
  target: EnvironmentRef,
  { id, status }: Deployment,
): Promise<void> {
  const label = formatEnvironmentLabel(target);
  if (status === 'failed') {
    // A row doesn't show the reason, but the log does.
    if (context.services.isDeploymentLogShown(id)) return;
    await offerLogs(
      showError,
      vscode.l10n.t('The deployment of {0} failed.', label),
      target,
      id,
      canOpenChat(),
    );
  } else if (!(await isDeploymentVisible(context, target.environmentId, id))) {
    await offerLogs(showInformation, describeDeploymentEnd(label, status), target, id);
  }
}

/** Notifies that this editor no longer follows a deployment, and why. */
export function notifyTrackingFailure(
  target: EnvironmentRef,
  deploymentId: string,
  reason: TrackingFailure,
): void {
  void offerLogs(
    showInformation,
    describeTrackingFailure(formatEnvironmentLabel(target), reason),
    target,
    deploymentId,
  );
}

/** Notifies that the service doesn't support deployments, which isn't an error. */
export function notifyUnsupported(): undefined {
  notify(
    vscode.l10n.t(
      "This service doesn't support deployments from an editor. Deploy from its web dashboard instead.",
    ),
  );
}

/** Notifies that there is no list of deployments to select from. */
export function notifyNoDeploymentList(): undefined {
  notify(vscode.l10n.t("This service can't list deployments."));
}

/** Shows a message without waiting for the user to close it. */
function notify(message: string): void {
  void showInformation(message);
}

function describeTrackingFailure(label: string, reason: TrackingFailure): string {
  switch (reason) {
    case 'late':
      return vscode.l10n.t(
        "The deployment of {0} didn't finish within {1} minutes, so this editor stopped waiting for it.",
        label,
        maxTrackingMs / 60_000,
      );
    case 'gone':
      return vscode.l10n.t('The deployment of {0} no longer exists, so its result is unknown.', label);
    case 'untold':
      return vscode.l10n.t(
        "The deployment result for {0} is unknown because this service doesn't report it. The deployment log might have more information.",
        label,
      );
    case 'refused':
      return vscode.l10n.t(
        "The deployment result for {0} is unknown because this account doesn't have permission to read it.",
        label,
      );
  }
}

/** Shows a message with a button for the logs, and another one for the chat. */
async function offerLogs(
  show: ShowMessage,
  message: string,
  target: EnvironmentRef,
  deploymentId: string,
  hasChat = false,
): Promise<void> {
  const open = vscode.l10n.t('Open Logs');
  const explain = vscode.l10n.t('Explain with Chat');
  const buttons = hasChat ? [open, explain] : [open];
  const picked = await showRecurringMessage(SettingId.deploymentMessages, show, message, ...buttons);
  if (picked === open) await showDeploymentLogs(target, deploymentId);
  else if (picked === explain)
    await vscode.commands.executeCommand('hostedMcp.explainDeployment', { ...target, deploymentId });
}

async function showDeploymentLogs(target: EnvironmentRef, deploymentId: string | undefined): Promise<void> {
  const argument = { ...target, ...omitUndefined({ deploymentId }) };
  await vscode.commands.executeCommand('hostedMcp.openDeploymentLogs', argument);
}
