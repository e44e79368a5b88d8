import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import { getBooleanArgument, getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { formatJson } from '../editor/webview/formatJson.ts';
import { copyRowsToClipboard } from './copyRows.ts';
import { explainEntries, explainRequest } from './explainEntries.ts';
import { jsonLinesFormat } from './export/formats.ts';
import type { LogRow } from './logRow.ts';
import { openInInspector } from './openInInspector.ts';
import type { PanelContent } from './panelContent.ts';
import { formatMessage } from './rowText.ts';

/**
 * Creates the commands of an entry's context menu. Their argument is the `EntryMenuContext` of the row. Commands that
 * copy return the copied text.
 */
export function createEntryCommands(
  active: () => PanelContent | undefined,
  context: Pick<FeatureContext, 'connection' | 'services'>,
) {
  /** The row might have been removed before its menu is used. Nothing is copied then. */
  const createCopyHandler = (formatText: (row: LogRow) => string) => async (argument: unknown) => {
    const row = findActiveRow(active(), argument);
    return row && writeToClipboard(formatText(row));
  };
  const createArgumentCopyHandler = (key: string) => async (argument: unknown) => {
    const text = getStringArgument(argument, key);
    return text === undefined ? undefined : writeToClipboard(text);
  };

  return {
    'hostedMcp.copyEntry': async (argument) => {
      const row = findActiveRow(active(), argument);
      return row && copyRowsToClipboard([row]);
    },
    'hostedMcp.copyEntryMessage': createCopyHandler(formatMessage),
    'hostedMcp.copyEntryAsJson': createCopyHandler(
      (row) => formatJson(jsonLinesFormat.formatRow(row)) ?? jsonLinesFormat.formatRow(row),
    ),
    'hostedMcp.copyRequestId': createArgumentCopyHandler('requestId'),
    'hostedMcp.copySelectedText': createArgumentCopyHandler('markedText'),
    'hostedMcp.copySelectedEntries': () => active()?.sendAction({ kind: 'copySelection' }),
    'hostedMcp.showRequest': (argument) => {
      const requestId = getStringArgument(argument, 'requestId');
      if (requestId !== undefined) active()?.sendAction({ kind: 'showRequest', requestId });
    },
    'hostedMcp.callAgainInInspector': async (argument) => {
      const [panel, requestId] = [active(), getStringArgument(argument, 'requestId')];
      if (panel && requestId !== undefined)
        await openInInspector(panel, requestId, context.connection.baseUrl);
    },
    'hostedMcp.showEntryInContext': (argument) => {
      const id = readEntryId(argument);
      if (id !== undefined) active()?.sendAction({ kind: 'showInContext', id });
    },
    'hostedMcp.explainLogEntries': async (argument) => {
      const panel = active();
      // Only the page has the selection.
      if (getBooleanArgument(argument, 'isOneOfMany')) return panel?.sendAction({ kind: 'explainSelection' });
      const slot = findActiveSlot(panel, argument);
      return panel && slot !== undefined ? explainEntries(context, panel, [slot]) : undefined;
    },
    'hostedMcp.explainRequest': async (argument) => {
      const [panel, requestId] = [active(), getStringArgument(argument, 'requestId')];
      return panel && requestId !== undefined ? explainRequest(context, panel, requestId) : undefined;
    },
  } satisfies CommandTable;
}

function readEntryId(argument: unknown): number | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const id: unknown = Reflect.get(argument, 'entryId');
  return typeof id === 'number' ? id : undefined;
}

function findActiveSlot(panel: PanelContent | undefined, argument: unknown): number | undefined {
  const id = readEntryId(argument);
  return id === undefined ? undefined : panel?.store.findSlot(id);
}

function findActiveRow(panel: PanelContent | undefined, argument: unknown): LogRow | undefined {
  const slot = findActiveSlot(panel, argument);
  return slot === undefined ? undefined : panel?.store.getRow(slot);
}

async function writeToClipboard(text: string): Promise<string> {
  await vscode.env.clipboard.writeText(text);
  return text;
}
