import * as vscode from 'vscode';
import { toVisibleText } from './webview/visibleText.ts';

/**
 * Shows a modal dialog with the buttons `labels`, and returns the label that the user selected. Shows invisible
 * characters as signs. Rejects with a `CancellationError` if the user cancels.
 */
export async function confirm(
  message: string,
  detail: string,
  ...labels: readonly string[]
): Promise<string> {
  const picked = await vscode.window.showWarningMessage(
    toVisibleText(message),
    { modal: true, detail: toVisibleText(detail) },
    ...labels,
  );
  if (picked === undefined) throw new vscode.CancellationError();
  return picked;
}
