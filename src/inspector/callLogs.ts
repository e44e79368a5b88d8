import * as vscode from 'vscode';
import { UserError } from '../editor/userError.ts';
import type { CallView, InspectorItem } from './pageSchemas.ts';
import type { InspectorIdentity } from './protocol.ts';

/** Milliseconds before and after a call that its logs are shown of: clocks differ, and logs come late. */
const marginMs = 5000;

/**
 * *Show Logs of This Call*: of the environment, at the time of the call. The server doesn't say which request of its log a call
 * is; where only one of that time called the tool, the logs show that one. `serviceUrl`: of the service that is selected.
 */
export async function showCallLogs(
  { environmentId, baseUrl, title }: InspectorIdentity,
  { startedAt, durationMs = 0 }: Pick<CallView, 'startedAt' | 'durationMs'>,
  item: InspectorItem | undefined,
  serviceUrl: string | undefined,
): Promise<void> {
  if (environmentId === undefined) return;
  // No other service shall see its ID.
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
