import * as vscode from 'vscode';
import { plainText } from '../../../domain/plainText.ts';
import { UserError } from '../../../editor/userError.ts';
import { createRangeLookup } from '../explorer/rangeLookup.ts';
import type { McpTest } from '../testFile.ts';
import { insertTest } from './insertTest.ts';

/** Adds a test to a new or existing file as one undoable edit, and reveals the test. */
export async function writeTest(uri: vscode.Uri, test: McpTest): Promise<void> {
  const existing = (await fileExists(uri)) ? await vscode.workspace.openTextDocument(uri) : undefined;
  const text = existing?.getText() ?? '';
  const inserted = insertTest(text, test);
  if (!inserted) {
    throw new UserError(
      vscode.l10n.t("Nothing was added because {0} isn't a valid MCP test file.", workspacePath(uri)),
    );
  }
  const wasSaved = existing?.isDirty !== true;
  const edit = new vscode.WorkspaceEdit();
  if (!existing) edit.createFile(uri, { ignoreIfExists: true });
  const rangeOf = createRangeLookup(text);
  for (const { offset, length, content } of inserted.edits) {
    edit.replace(uri, rangeOf({ start: offset, end: offset + length }), content);
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(vscode.l10n.t("Couldn't change {0}.", workspacePath(uri)));
  }
  const document = await vscode.workspace.openTextDocument(uri);
  // Unsaved changes of the user stay unsaved.
  if (wasSaved) await document.save();
  const { start, end } = inserted.span;
  const testRange = new vscode.Range(document.positionAt(start), document.positionAt(end));
  // An empty selection: the next keystroke would replace a selected test.
  const selection = new vscode.Range(testRange.start, testRange.start);
  const editor = await vscode.window.showTextDocument(document, { selection });
  editor.revealRange(testRange, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function fileExists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

const workspacePath = (uri: vscode.Uri): string => plainText(vscode.workspace.asRelativePath(uri));
