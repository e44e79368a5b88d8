import * as vscode from 'vscode';
import { showInformation } from '../../editor/message.ts';
import { exportFileName } from './exportFileName.ts';
import type { ExportOptions } from './exportRows.ts';
import type { RowSource } from './formats.ts';
import type { LogText } from './logText.ts';

/** Documents of this scheme are log rows as text; they can be read only. */
export const logScheme = 'hosted-mcp-log';

export interface LogDocuments extends vscode.Disposable {
  /**
   * Shows the rows as a text in an editor; where they are too many for one, offers to export them. Each opening is a
   * document of its own, which later entries don't change.
   */
  open(rows: RowSource, options: ExportOptions): Promise<void>;
}

export function createLogDocuments(): LogDocuments {
  /** By address, as long as the document is open: the editor asks again when it shows a document again. */
  const texts = new Map<string, LogText>();
  let opened = 0;

  const content = vscode.workspace.registerTextDocumentContentProvider(logScheme, {
    provideTextDocumentContent: (uri) =>
      texts.get(uri.toString())?.text ??
      vscode.l10n.t('These entries are no longer loaded. Open the logs as text again.'),
  });
  const folding = vscode.languages.registerFoldingRangeProvider(
    { scheme: logScheme },
    {
      provideFoldingRanges: ({ uri }) =>
        texts.get(uri.toString())?.folds.map(({ start, end }) => new vscode.FoldingRange(start, end)),
    },
  );
  const closing = vscode.workspace.onDidCloseTextDocument((document) => {
    // A document that gets another language closes as well, but stays.
    if (!vscode.workspace.textDocuments.includes(document)) texts.delete(document.uri.toString());
  });

  return {
    async open(rows, options) {
      const { buildLogText } = await import('./logText.ts');
      const text = await buildLogText(rows, () => new Promise((resolve) => setTimeout(resolve, 0)));
      if (!text) return offerExport(rows, options);
      const name = exportFileName(options, Date.now());
      // The number makes two openings within a second two documents.
      const uri = vscode.Uri.from({ scheme: logScheme, path: `/${++opened}/${name}.log` });
      texts.set(uri.toString(), text);
      try {
        // By command: what an extension opens itself, the editor keeps for minutes after it was closed.
        await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
      } catch (error) {
        texts.delete(uri.toString());
        throw error;
      }
    },
    dispose() {
      vscode.Disposable.from(content, folding, closing).dispose();
      texts.clear();
    },
  };
}

async function offerExport(rows: RowSource, options: ExportOptions): Promise<void> {
  const action = vscode.l10n.t('Export...');
  const picked = await showInformation(
    vscode.l10n.t(
      'Too many entries to open as text ({0}). Filter the entries first, or export them to a file.',
      rows.count.toLocaleString(vscode.env.language),
    ),
    action,
  );
  if (picked !== action) return;
  const { exportRows } = await import('./exportRows.ts');
  await exportRows(rows, options);
}
