import * as vscode from 'vscode';
import { UserError } from '../editor/userError.ts';
import type { CallRunner } from './callRunner.ts';
import type { InspectorPageContext } from './inspectorContext.ts';
import type { CompletionRequest } from './mcpConnection.ts';
import type { McpSession } from './mcpSession.ts';
import { saveCompletedCall } from './mcpTests/save/saveCompletedCall.ts';
import type { CallView, InspectorItem } from './pageSchemas.ts';
import type { InspectorIdentity } from './protocol.ts';
import { createResultActions } from './resultActions.ts';

interface CallAreaOptions {
  readonly session: Pick<McpSession, 'state' | 'complete'>;
  readonly calls: CallRunner;
  readonly identity: () => InspectorIdentity;
  readonly findItem: (key: string) => InspectorItem | undefined;
}

interface KeyMessage {
  /** The key of an item. */
  readonly key: string;
}

/** Creates the part of the page that calls items and shows their results. */
export function createCallArea(
  { connection, openText, services }: Pick<InspectorPageContext, 'connection' | 'openText' | 'services'>,
  { session, calls, identity, findItem }: CallAreaOptions,
) {
  return {
    messageHandlers: {
      call({ key, args }: KeyMessage & { readonly args: Readonly<Record<string, unknown>> }) {
        const item = findItem(key);
        if (item) void calls.start(item, args);
      },
      cancelCall: ({ key }: KeyMessage) => calls.cancel(key),
      saveTest: ({ key }: KeyMessage) => saveCompletedCall(calls, findItem, key),
      async findInWorkspace({ key }: KeyMessage) {
        const item = findItem(key);
        if (item) await services.findInWorkspace(item.name);
      },
      showLogs({ key }: KeyMessage) {
        const call = calls.all.find((one) => one.key === key);
        return call && showCallLogs(identity(), call, findItem(key), connection.baseUrl);
      },
      ...createResultActions(calls, openText).messageHandlers,
    },
    requestHandlers: {
      completeArgument: ({ key, ...request }: KeyMessage & Omit<CompletionRequest, 'ref'>) =>
        completeArgument(session, findItem(key), request),
    },
    state: () => ({}),
    dispose: () => calls.dispose(),
  };
}

/** Milliseconds before and after a call for which logs are shown, because clocks differ and log entries arrive late. */
const marginMs = 5000;

/**
 * Implements *Open Logs for This Call*: shows the logs of the environment at the time of the call. The response
 * doesn't contain the request ID of the log; if only one request of that time called the tool, the log page shows
 * that request. `serviceUrl`: the base URL of the current service.
 */
async function showCallLogs(
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

/**
 * Requests completions for an argument of a prompt or a variable of a resource template; empty if the server doesn't
 * support this.
 */
async function completeArgument(
  session: Pick<McpSession, 'state' | 'complete'>,
  item: InspectorItem | undefined,
  request: Omit<CompletionRequest, 'ref'>,
): Promise<string[]> {
  const { connection } = session.state;
  if (!item || !connection || !('completions' in connection.capabilities)) return [];
  switch (item.kind) {
    case 'prompt':
      return [...(await session.complete({ ...request, ref: { kind: 'prompt', name: item.name } }))];
    case 'template':
      return [...(await session.complete({ ...request, ref: { kind: 'template', uri: item.uri ?? '' } }))];
    default:
      return [];
  }
}
