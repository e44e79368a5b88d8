import * as vscode from 'vscode';
import { plainText } from '../domain/plainText.ts';
import { showWarning } from '../editor/message.ts';
import type { McpSession } from './mcpSession.ts';
import type { ArgumentDraft, InspectorItem } from './pageSchemas.ts';
import { isJsonObject, type JsonValue } from './schema/json.ts';

/** A tool that a page is to select, such as that of a call in a log. */
export interface ToolSelection {
  readonly tool: string;
  /** Absent: not known. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** The tool that a command asks for; `undefined`: none. */
export function readToolSelection(argument: unknown): ToolSelection | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const tool: unknown = Reflect.get(argument, 'tool');
  const args = Reflect.get(argument, 'arguments') as JsonValue | undefined;
  if (typeof tool !== 'string') return undefined;
  return { tool, ...(isJsonObject(args) && { arguments: args }) };
}

/** What the page is to show for it, once it is connected; `undefined`: it isn't, or the server offers no such tool, and says so. */
export async function resolveToolSelection(
  { tool, arguments: value }: ToolSelection,
  session: McpSession,
  item: (key: string) => InspectorItem | undefined,
): Promise<ArgumentDraft | undefined> {
  await session.waitUntilConnected();
  const key = `tool:${tool}`;
  const found = item(key);
  if (found) {
    if (found.input === undefined && value && Object.keys(value).length > 0) {
      void showWarning(
        vscode.l10n.t(
          'The tool {0} no longer accepts arguments, so the arguments from the log were left out.',
          plainText(tool),
        ),
      );
    }
    return { key, side: 'form', ...(value && { value }) };
  }
  // Where it isn't connected, the page says why.
  if (session.state.phase === 'connected' && session.state.lists.tool.failure === undefined) {
    void showWarning(vscode.l10n.t('The server no longer has the tool {0}.', plainText(tool)));
  }
  return undefined;
}
