import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import { showInformation, showWarning } from '../editor/message.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { formatPanelTitle } from './formatPanelTitle.ts';
import type { PanelContent } from './panelContent.ts';
import { readRequestRows } from './requestRows.ts';
import { readToolCall, type ToolCall } from './toolCall.ts';

/**
 * Implements **Call Again in Inspector**: opens the inspector with the tool that a request called, and with the
 * arguments in the log. Doesn't call the tool. `serviceUrl` is the base URL of the current service.
 */
export async function openInInspector(
  { identity, store }: PanelContent,
  requestId: string,
  serviceUrl: string | undefined,
): Promise<void> {
  const { environmentId, environmentName, projectName, baseUrl } = identity;
  // The ID must not be sent to another service.
  if (baseUrl !== serviceUrl) {
    throw new UserError(
      vscode.l10n.t(
        '"{0}" belongs to {1}, which isn\'t the current service. Select that service first.',
        formatPanelTitle(identity),
        baseUrl,
      ),
    );
  }
  const call = readToolCall(readRequestRows(store, requestId));
  if (!call) throw new UserError(vscode.l10n.t('The log no longer contains the start of this call.'));
  reportMissingArguments(call);
  const target = { environmentId, environmentName, ...omitUndefined({ projectName }) };
  const { tool, arguments: args } = call;
  await vscode.commands.executeCommand('hostedMcp.inspectServer', {
    ...target,
    tool,
    ...omitUndefined({ arguments: args }),
  });
}

/**
 * Reports which arguments the user has to add. Doesn't wait for the messages to close, because the inspector opens at
 * the same time.
 */
function reportMissingArguments({ tool, arguments: args, isCut, hiddenPaths }: ToolCall): void {
  const name = toPlainText(tool);
  if (args === undefined) {
    void showInformation(vscode.l10n.t("The log doesn't contain the arguments for this call to {0}.", name));
  } else if (hiddenPaths.length > 0) {
    const names = hiddenPaths.map(toPlainText).join(', ');
    void showWarning(
      vscode.l10n.t('Some arguments for this call to {0} are hidden in the log: {1}', name, names),
    );
  }
  if (isCut) {
    void showWarning(
      vscode.l10n.t('The log contains only the beginning of the arguments for this call to {0}.', name),
    );
  }
}
