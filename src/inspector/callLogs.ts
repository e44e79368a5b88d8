import * as vscode from 'vscode';
import { UserError } from '../editor/userError.ts';
import type { CallView, InspectorItem } from './pageSchemas.ts';
import type { InspectorIdentity } from './protocol.ts';

/** Milliseconds before and after a call for which logs are shown, because clocks differ and log entries arrive late. */
const marginMs = 5000;

/**
 * Implements *Show Logs for This Call*: shows the logs of the environment at the time of the call. The response
 * doesn't contain the request ID of the log; if only one request of that time called the tool, the log page shows
 * that request. `serviceUrl`: the base URL of the current service.
 */
export async function showCallLogs(
  { environmentId, baseUrl, title }: InspectorIdentity,
  { startedAt, durationMs = 0 }: Pick<CallView, 'startedAt' | 'durationMs'>,
  item: InspectorItem | undefined,
  serviceUrl: string | undefined,
): Promise<void> {
  if (environmentId === undefined) return;
  // The ID of the environment must not reach another service.
  if (baseUrl !== serviceUrl) {
    throw new UserError(
      vscode.l10n.t(
        "{0} belongs to {1}, which isn't the current service. Select that service to see the logs.",
        title,
        baseUrl ?? '',
      ),
    );
  }
  await vscode.commands.executeCommand('hostedMcp.openLogs', {
    environmentId,
    since: new Date(startedAt - marginMs).toISOString(),
    until: new Date(startedAt + durationMs + marginMs).toISOString(),
    ...(item?.kind === 'tool' && { tool: item.name }),
  });
}
