import * as vscode from 'vscode';

type TextEdit = Pick<vscode.TextEditorEdit, 'insert' | 'delete'>;

const noUndoStops = { undoStopBefore: false, undoStopAfter: false };
const maxTries = 5;

/**
 * Changes a document and leaves its text as it is. One that changes while it is saved stays unsaved: the editor ends a
 * save in no other way but with an error of its own, which tells of no cancelling. Answers whether it was changed.
 */
export async function forceDirty(document: vscode.TextDocument): Promise<boolean> {
  const { version } = document;
  for (let tries = 0; document.version === version && tries < maxTries; tries++) {
    const end = document.lineAt(document.lineCount - 1).range.end;
    const added = new vscode.Range(end, end.translate(0, 1));
    // Refused where its user types at this moment: that is a change as well.
    if (await applyTextEdit(document, (edit) => edit.insert(end, ' '))) {
      await applyTextEdit(document, (edit) => edit.delete(added));
    }
  }
  return document.version !== version;
}

/** In its editor where it has one: there, the step is one of those before it, and is undone with them. */
async function applyTextEdit(
  document: vscode.TextDocument,
  buildEdit: (edit: TextEdit) => void,
): Promise<boolean> {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  try {
    if (editor) return await editor.edit(buildEdit, noUndoStops);
  } catch {
    // It was closed meanwhile.
  }
  const edit = new vscode.WorkspaceEdit();
  buildEdit({
    insert: (position, text) => edit.insert(document.uri, position, text),
    delete: (range) => edit.delete(document.uri, range as vscode.Range),
  });
  return vscode.workspace.applyEdit(edit);
}
