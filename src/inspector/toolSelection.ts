import * as vscode from 'vscode';
import { toPlainText } from '../domain/plainText.ts';
import { showWarning } from '../editor/message.ts';
import type { McpSession } from './mcpSession.ts';
import type { ArgumentDraft, InspectorItem } from './pageSchemas.ts';
import { isJsonObject, type JsonValue } from './schema/json.ts';

/** A tool to select on the page, such as the tool of a logged call. */
export interface ToolSelection {
  readonly tool: string;
  /** Absent if the arguments are unknown. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** Reads the tool from the argument of a command; `undefined` if the argument has none. */
export function readToolSelection(argument: unknown): ToolSelection | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const tool: unknown = Reflect.get(argument, 'tool');
  const args = Reflect.get(argument, 'arguments') as JsonValue | undefined;
  if (typeof tool !== 'string') return undefined;
  return { tool, ...(isJsonObject(args) && { arguments: args }) };
}

/**
 * Waits for the connection, and returns the item and arguments to select; `undefined` if the tool isn't in the list.
 * Shows a warning if the tool no longer exists or no longer accepts arguments.
 */
export async function resolveToolSelection(
  { tool, arguments: args }: ToolSelection,
  session: McpSession,
  findItem: (key: string) => InspectorItem | undefined,
): Promise<ArgumentDraft | undefined> {
  await session.waitUntilConnected();
  const key = `tool:${tool}`;
  const item = findItem(key);
  if (item) {
    if (item.inputSchema === undefined && args && Object.keys(args).length > 0) {
      void showWarning(
        vscode.l10n.t(
          'The tool {0} no longer accepts arguments, so the arguments from the log were left out.',
          toPlainText(tool),
        ),
      );
    }
    return { key, view: 'form', ...(args && { value: args }) };
  }
  // If there is no connection, the page shows the reason.
  if (session.state.phase === 'connected' && session.state.lists.tool.failure === undefined) {
    void showWarning(vscode.l10n.t('The server no longer has the tool {0}.', toPlainText(tool)));
  }
  return undefined;
}
