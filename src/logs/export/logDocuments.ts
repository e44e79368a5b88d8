import * as vscode from 'vscode';
import { showInformation } from '../../editor/message.ts';
import { createExportFileName } from './createExportFileName.ts';
import type { ExportOptions } from './exportRows.ts';
import type { RowSource } from './formats.ts';
import type { LogText } from './logText.ts';

/** The URI scheme of the read-only documents that contain log rows as text. */
export const logScheme = 'hosted-mcp-log';

export interface LogDocuments extends vscode.Disposable {
  /**
   * Opens the rows as a new text document, which doesn't change when entries arrive later. Offers an export if there
   * are too many rows.
   */
  open(rows: RowSource, options: ExportOptions): Promise<void>;
}

export function createLogDocuments(): LogDocuments {
  /** Texts of open documents by URI. The editor requests the content again when it shows a document again. */
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
    // Changing the language of a document also closes it, but the document stays open.
    if (!vscode.workspace.textDocuments.includes(document)) texts.delete(document.uri.toString());
  });

  return {
    async open(rows, options) {
      const { buildLogText } = await import('./logText.ts');
      const text = await buildLogText(rows, () => new Promise((resolve) => setTimeout(resolve, 0)));
      if (!text) return offerExport(rows, options);
      const name = createExportFileName(options, Date.now());
      // The number keeps URIs unique if two documents are opened within a second.
      const uri = vscode.Uri.from({ scheme: logScheme, path: `/${++opened}/${name}.log` });
      texts.set(uri.toString(), text);
      try {
        // A document that an extension opens directly stays in memory for minutes after it was closed. A command avoids
        // that.
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
