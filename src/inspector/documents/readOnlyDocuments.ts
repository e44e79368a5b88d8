import * as vscode from 'vscode';
import { truncateText } from '../../domain/plainText.ts';
import { toPathSegment } from '../../editor/serviceDocument/documentUri.ts';
import { readOnlyScheme } from './schemes.ts';

/** Maximum number of characters of a name in a file name. */
const maxNameLength = 60;

/** Opens a text as a document. `extension` (without a dot) determines the language. */
export type OpenReadOnlyDocument = (text: string, name: string, extension: string) => Promise<void>;

/** Creates documents that the user can't edit, so that the editor doesn't prompt to save them. */
export function createReadOnlyDocuments(): vscode.Disposable & { readonly open: OpenReadOnlyDocument } {
  /** The texts of open documents by URI. The editor requests a text each time it shows the document. */
  const texts = new Map<string, string>();
  let documentCount = 0;

  const provider = vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, {
    provideTextDocumentContent: (uri) =>
      texts.get(uri.toString()) ??
      vscode.l10n.t('This content is no longer loaded. Open it again from the inspector.'),
  });
  const closeListener = vscode.workspace.onDidCloseTextDocument((document) => {
    // This event also occurs when the language of a document changes.
    if (!vscode.workspace.textDocuments.includes(document)) texts.delete(document.uri.toString());
  });

  return {
    async open(text, name, extension) {
      // The number makes each URI unique.
      const path = `/${++documentCount}/${toPathSegment(truncateText(name, maxNameLength))}.${extension}`;
      const uri = vscode.Uri.from({ scheme: readOnlyScheme, path });
      texts.set(uri.toString(), text);
      try {
        // The editor keeps a document that `openTextDocument` opened for minutes after the user closes it, but not one
        // that a command opened.
        await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
      } catch (error) {
        texts.delete(uri.toString());
        throw error;
      }
    },
    dispose() {
      vscode.Disposable.from(provider, closeListener).dispose();
      texts.clear();
    },
  };
}
