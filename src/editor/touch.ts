import * as vscode from 'vscode';

type TextEdit = Pick<vscode.TextEditorEdit, 'insert' | 'delete'>;

const noUndoStops = { undoStopBefore: false, undoStopAfter: false };
const maxTries = 5;

/**
 * Changes a document without changing its text, and returns whether that succeeded. A document that changes while it's
 * saved stays unsaved. The only other way to end a save is an error, which the editor shows even after a cancellation.
 */
export async function forceDirty(document: vscode.TextDocument): Promise<boolean> {
  const { version } = document;
  for (let tries = 0; document.version === version && tries < maxTries; tries++) {
    const end = document.lineAt(document.lineCount - 1).range.end;
    const added = new vscode.Range(end, end.translate(0, 1));
    // Rejected while the user types, which is a change as well.
    if (await applyTextEdit(document, (edit) => edit.insert(end, ' '))) {
      await applyTextEdit(document, (edit) => edit.delete(added));
    }
  }
  return document.version !== version;
}

/** Edits in the text editor if there is one, so that the edit is undone together with the previous ones. */
async function applyTextEdit(
  document: vscode.TextDocument,
  buildEdit: (edit: TextEdit) => void,
): Promise<boolean> {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  try {
    if (editor) return await editor.edit(buildEdit, noUndoStops);
  } catch {
    // The text editor was closed in the meantime.
  }
  const edit = new vscode.WorkspaceEdit();
  buildEdit({
    insert: (position, text) => edit.insert(document.uri, position, text),
    delete: (range) => edit.delete(document.uri, range as vscode.Range),
  });
  return vscode.workspace.applyEdit(edit);
}
