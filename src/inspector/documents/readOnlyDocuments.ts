import * as vscode from 'vscode';
import { truncateText } from '../../domain/plainText.ts';
import { toPathSegment } from '../../editor/serviceDocument/documentUri.ts';
import { readOnlyScheme } from './schemes.ts';

/** Characters of a name in a file name. */
const maxNameLength = 60;

/** Opens a text as a document. The editor detects the language from the file extension. */
export type OpenReadOnlyDocument = (text: string, name: string, extension: string) => Promise<void>;

/** Creates documents that the user can't edit, so that the editor doesn't prompt to save them. */
export function createReadOnlyDocuments(): vscode.Disposable & { readonly open: OpenReadOnlyDocument } {
  /** The texts of open documents by URI. The editor requests a text each time it shows the document. */
  const texts = new Map<string, string>();
  let opened = 0;

  const content = vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, {
    provideTextDocumentContent: (uri) =>
      texts.get(uri.toString()) ??
      vscode.l10n.t('This content is no longer loaded. Open it again from the inspector.'),
  });
  const closing = vscode.workspace.onDidCloseTextDocument((document) => {
    // This event also occurs when the language of a document changes.
    if (!vscode.workspace.textDocuments.includes(document)) texts.delete(document.uri.toString());
  });

  return {
    async open(text, name, extension) {
      // The number makes each URI unique.
      const path = `/${++opened}/${toPathSegment(truncateText(name, maxNameLength))}.${extension}`;
      const uri = vscode.Uri.from({ scheme: readOnlyScheme, path });
      texts.set(uri.toString(), text);
      try {
        // Documents that an extension opens by the API stay open for minutes after the user closes them. Those opened by a command don't.
        await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
      } catch (error) {
        texts.delete(uri.toString());
        throw error;
      }
    },
    dispose() {
      vscode.Disposable.from(content, closing).dispose();
      texts.clear();
    },
  };
}
