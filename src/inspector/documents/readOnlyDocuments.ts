import * as vscode from 'vscode';
import { truncateText } from '../../domain/plainText.ts';
import { toPathSegment } from '../../editor/serviceDocument/documentUri.ts';
import { readOnlyScheme } from './schemes.ts';

/** Longer ones are cut in the name of a document. */
const maxNameLength = 60;

/** Opens a text as a document. `ending`: of its name, by which the editor knows its language. */
export type OpenReadOnlyDocument = (text: string, name: string, ending: string) => Promise<void>;

/** Texts to be read as documents: one that could be edited would ask to be saved when it closes. */
export function createReadOnlyDocuments(): vscode.Disposable & { readonly open: OpenReadOnlyDocument } {
  /** By address, as long as the document is open: the editor asks again when it shows a document again. */
  const texts = new Map<string, string>();
  let opened = 0;

  const content = vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, {
    provideTextDocumentContent: (uri) =>
      texts.get(uri.toString()) ??
      vscode.l10n.t('This content is no longer loaded. Open it again from the inspector.'),
  });
  const closing = vscode.workspace.onDidCloseTextDocument((document) => {
    // A document that gets another language closes as well, but stays.
    if (!vscode.workspace.textDocuments.includes(document)) texts.delete(document.uri.toString());
  });

  return {
    async open(text, name, ending) {
      // The number makes two openings two documents.
      const path = `/${++opened}/${toPathSegment(truncateText(name, maxNameLength))}.${ending}`;
      const uri = vscode.Uri.from({ scheme: readOnlyScheme, path });
      texts.set(uri.toString(), text);
      try {
        // By command: what an extension opens itself, the editor keeps for minutes after it was closed.
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
