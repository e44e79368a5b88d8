import * as vscode from 'vscode';
import { visibleText } from './webview/visibleText.ts';

/** Asks which of these buttons is meant, and waits for one. Characters that aren't seen are signs in the question. Rejects with a `CancellationError` when the person leaves. */
export async function confirm(
  message: string,
  detail: string,
  ...labels: readonly string[]
): Promise<string> {
  const picked = await vscode.window.showWarningMessage(
    visibleText(message),
    { modal: true, detail: visibleText(detail) },
    ...labels,
  );
  if (picked === undefined) throw new vscode.CancellationError();
  return picked;
}
