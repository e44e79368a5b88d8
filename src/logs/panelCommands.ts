import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { showInformation } from '../editor/message.ts';
import { pickMenu } from '../editor/pickBox.ts';
import { UserError } from '../editor/userError.ts';
import { createEntryCommands } from './entryCommands.ts';
import type { RowSource } from './export/formats.ts';
import type { LogDocuments } from './export/logDocuments.ts';
import { countEntries, snapshotRows } from './export/snapshotRows.ts';
import { canHideRows } from './filter.ts';
import type { PanelContent } from './panelContent.ts';

/** The rows to export: those that match the filter (`shown`), or all loaded ones. */
type ExportScope = 'shown' | 'all';

/**
 * Creates the commands of the active log panel: **Export Logs**, **Open Logs as Text**, and the context menu of its
 * entries.
 */
export function createPanelCommands(
  active: () => PanelContent | undefined,
  documents: LogDocuments,
  context: Pick<FeatureContext, 'connection' | 'services'>,
) {
  const { connection } = context;
  /** Exports rows to a file, and returns its URI. */
  async function exportLogs(argument: unknown): Promise<string | undefined> {
    const panel = requireActivePanel(active);
    const scope = readScopeArgument(argument) ?? (await askExportScope(panel));
    const rows = createRowSource(panel, scope);
    if (rows.count === 0) return notify(vscode.l10n.t('There are no entries to export.'));
    // New live entries must not displace rows that are being written.
    const release = panel.store.holdSlots();
    try {
      const { exportRows } = await import('./export/exportRows.ts');
      return String(await exportRows(rows, { ...panel.identity, secrets: connection.knownSecrets }));
    } finally {
      release();
    }
  }

  async function openLogsAsText(argument: unknown): Promise<void> {
    const panel = requireActivePanel(active);
    const rows = createRowSource(panel, readScopeArgument(argument) ?? 'shown');
    if (rows.count === 0) return notify(vscode.l10n.t('There are no entries to open.'));
    const release = panel.store.holdSlots();
    try {
      await documents.open(rows, { ...panel.identity, secrets: connection.knownSecrets });
    } finally {
      release();
    }
  }

  return {
    'hostedMcp.exportLogs': exportLogs,
    'hostedMcp.openLogsAsText': openLogsAsText,
    ...createEntryCommands(active, context),
  } satisfies CommandTable;
}

function requireActivePanel(active: () => PanelContent | undefined): PanelContent {
  const panel = active();
  if (!panel)
    throw new UserError(vscode.l10n.t('No log panel is active. Open the logs of an environment first.'));
  return panel;
}

function selectSlots({ store, view }: PanelContent, scope: ExportScope): Uint32Array {
  return scope === 'all' ? store.order : view.slots;
}

function createRowSource(panel: PanelContent, scope: ExportScope): RowSource {
  const removedText = vscode.l10n.t('the log panel loaded other entries in the meantime.');
  return snapshotRows(panel.store, selectSlots(panel, scope), removedText);
}

function readScopeArgument(argument: unknown): ExportScope | undefined {
  const scope = getStringArgument(argument, 'scope');
  return scope === 'shown' || scope === 'all' ? scope : undefined;
}

/** Prompts for the entries to export, if the filter hides some. */
async function askExportScope(panel: PanelContent): Promise<ExportScope> {
  if (!canHideRows(panel.view.filter)) return 'all';
  const countRows = (scope: ExportScope) => countEntries(panel.store, selectSlots(panel, scope));
  const formatNumber = (value: number) => value.toLocaleString(vscode.env.language);
  const [shownCount, allCount] = [countRows('shown'), countRows('all')];
  const items: (vscode.QuickPickItem & { readonly scope: ExportScope })[] = [
    {
      label:
        shownCount === 1
          ? vscode.l10n.t('Only the entry shown')
          : vscode.l10n.t('Only the {0} entries shown', formatNumber(shownCount)),
      scope: 'shown',
    },
    {
      label:
        allCount === 1
          ? vscode.l10n.t('The loaded entry')
          : vscode.l10n.t('All {0} loaded entries', formatNumber(allCount)),
      scope: 'all',
    },
  ];
  const picked = await pickMenu(shownCount === 0 ? items.slice(1) : items, {
    title: vscode.l10n.t('Export Logs'),
    placeHolder: vscode.l10n.t('Select the entries to export'),
    // The panel can get the focus back for a moment after this list opens.
    ignoreFocusOut: true,
  });
  if (!picked) throw new vscode.CancellationError();
  return picked.scope;
}

function notify(message: string): undefined {
  void showInformation(message);
  return undefined;
}
