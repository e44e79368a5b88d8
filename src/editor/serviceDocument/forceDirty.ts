import * as vscode from 'vscode';

type TextEdit = Pick<vscode.TextEditorEdit, 'insert' | 'delete'>;

const noUndoStops = { undoStopBefore: false, undoStopAfter: false };
const maxAttempts = 5;

/**
 * Makes a document unsaved by inserting and deleting a space. Returns whether that succeeded. If a document changes
 * during a save, the editor keeps it unsaved. Throwing an error would also keep it unsaved, but the editor would show
 * the error even if the user canceled.
 */
export async function forceDirty(document: vscode.TextDocument): Promise<boolean> {
  const { version } = document;
  for (let attempts = 0; document.version === version && attempts < maxAttempts; attempts++) {
    const end = document.lineAt(document.lineCount - 1).range.end;
    const insertedRange = new vscode.Range(end, end.translate(0, 1));
    // The edit fails if the user types at the same time. The document then changes anyway.
    if (await applyTextEdit(document, (edit) => edit.insert(end, ' '))) {
      await applyTextEdit(document, (edit) => edit.delete(insertedRange));
    }
  }
  return document.version !== version;
}

/** Edits in a visible text editor, because the edit then needs no separate *Undo*, or else in the document. */
async function applyTextEdit(
  document: vscode.TextDocument,
  buildEdit: (edit: TextEdit) => void,
): Promise<boolean> {
  const editor = vscode.window.visibleTextEditors.find((visible) => visible.document === document);
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
